"""COLLADA meshes (.dae): their unit, colours and nodes; without the package that reads them, what to install."""

import sys

import numpy as np
import pytest

import snodo as sn
from snodo.views.scene.scene import scene_of
from snodo.views.space import meshes as module
from snodo.views.space.meshes import Meshes, MissingMeshWarning

TETRAHEDRON = """<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="unit" meter="{unit}"/><up_axis>Z_UP</up_axis></asset>
  <library_effects><effect id="paint"><profile_COMMON><technique sid="common"><phong>
    <diffuse><color>0 0.2 1 1</color></diffuse>
  </phong></technique></profile_COMMON></effect></library_effects>
  <library_materials><material id="blue"><instance_effect url="#paint"/></material></library_materials>
  <library_geometries><geometry id="tetrahedron"><mesh>
    <source id="corners"><float_array id="numbers" count="12">0 0 0  30 0 0  0 40 0  0 0 50</float_array>
      <technique_common><accessor source="#numbers" count="4" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="vertices"><input semantic="POSITION" source="#corners"/></vertices>
    <triangles count="4" material="paint"><input semantic="VERTEX" source="#vertices" offset="0"/>
      <p>0 2 1  0 1 3  0 3 2  1 2 3</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="scene"><node id="node"><translate>0 0 {lift}</translate>
    <instance_geometry url="#tetrahedron"><bind_material><technique_common>
      <instance_material symbol="paint" target="#blue"/>
    </technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>"""
URDF = """<robot name="arm"><link name="base"/><link name="arm">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="arm.dae"/></geometry></visual></link>
  <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>"""


def robot(folder, unit="0.001", lift="0"):
    (folder / "arm.dae").write_text(TETRAHEDRON.format(unit=unit, lift=lift))
    (folder / "arm.urdf").write_text(URDF)
    return sn.load(folder / "arm.urdf")


def parts(m):
    meshes = Meshes(m.folders, 100)
    return meshes.parts(m.visuals["arm"][0]), meshes.notes()


# ---------------------------------------------------------------- with pycollada
@pytest.mark.parametrize(("unit", "metres"), [("1", 1.0), ("0.01", 0.01), ("0.001", 0.001), ("0.0254", 0.0254)])
def test_corners_are_in_metres_where_the_nodes_put_them(tmp_path, unit, metres):
    pytest.importorskip("collada")
    (part,), notes = parts(robot(tmp_path, unit, lift="10"))
    assert notes == []
    order = np.lexsort(part.points.T)
    expected = metres * np.array([[0, 0, 10], [30, 0, 10], [0, 40, 10], [0, 0, 60]], float)
    assert part.points[order] == pytest.approx(expected, rel=1e-6)
    assert len(part.faces) == 4
    a, b, c = (part.points[part.faces[:, k]] for k in range(3))
    volume = np.einsum("ni,ni->", a, np.cross(b, c)) / 6
    assert volume == pytest.approx(metres**3 * 30 * 40 * 50 / 6)  # it looks outward


def test_the_colour_is_that_of_the_material(tmp_path):
    pytest.importorskip("collada")
    (part,), _ = parts(robot(tmp_path))
    assert part.color == "#0033FF"


@pytest.mark.parametrize("unit", ["0", "-1", "nan"])
def test_an_impossible_unit_is_told(tmp_path, unit):
    pytest.importorskip("collada")
    found, (note,) = parts(robot(tmp_path, unit))
    assert found == ()
    assert "arm.dae (cannot be read: ValueError: its unit of length is" in note


def test_a_page_shows_it(tmp_path):
    pytest.importorskip("collada")
    scene = scene_of(sn.simulate(robot(tmp_path), 0.1, initial={"j.speed": 1.0}))
    assert [mesh["nt"] for mesh in scene["meshes"]] == [4]
    assert scene["meshes"][0]["span"] == pytest.approx([0.03, 0.04, 0.05])
    assert scene["missing"] == []


# ---------------------------------------------------------------- without it
def test_without_its_reader_the_remark_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "collada", None)
    module._read.cache_clear()
    m = robot(tmp_path)
    found, (note,) = parts(m)
    assert found == ()
    assert "arm.dae" in note
    assert "pip install snodo[meshes]" in note
    result = sn.simulate(m, 0.1)
    with pytest.warns(MissingMeshWarning, match=r"pip install snodo\[meshes\]"):
        scene = scene_of(result)
    assert "pip install snodo[meshes]" in scene["missing"][0]
