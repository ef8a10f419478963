// Joints: a sign for each kind, shining faintly through what hides it, and posts under joints of the ground.
// The same signs are drawn in pictures by src/snodo/views/space/signs.py.
import {
  BoxGeometry, ConeGeometry, CylinderGeometry, GreaterDepth, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, Quaternion, SphereGeometry, TorusGeometry, Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { rod } from './geometry.js';

const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);
const STEEL = { light: '#6E7683', dark: '#AEB6C2' };
const NO_POST = ['free', 'selection'];

const up = (geometry, z) => geometry.translate(0, 0, z);
const tip = (h, side) => {
  const cone = new ConeGeometry(0.75 * h, 1.3 * h, 24).rotateX(side * Math.PI / 2);
  return up(cone, side * 2.6 * h);
};
const along = (geometry, direction) => geometry.applyQuaternion(new Quaternion().setFromUnitVectors(Z, direction));

/** Geometries of the signs, `steel` and `pale`, for links of half width h; their axis is z. */
const SIGNS = {
  revolute: h => ({
    steel: [rod(0.78 * h, 3.2 * h, 28)],
    pale: [-1, 1].map(side => up(rod(0.4 * h, 0.12 * h, 20), side * 1.62 * h)),
  }),
  prismatic: h => ({ steel: [new BoxGeometry(1.1 * h, 1.1 * h, 3.6 * h), tip(h, 1), tip(h, -1)] }),
  cylindrical: h => ({ steel: [rod(0.6 * h, 3.6 * h, 28), new TorusGeometry(h, 0.2 * h, 12, 32), tip(h, 1), tip(h, -1)] }),
  helical: h => ({
    steel: [rod(0.5 * h, 4 * h, 28), ...[-3, -2, -1, 0, 1, 2, 3].map(k => up(new TorusGeometry(0.72 * h, 0.16 * h, 10, 28).rotateX(0.2), 0.5 * k * h))],
  }),
  spherical: h => ({ steel: [new SphereGeometry(1.05 * h, 32, 20)], pale: [new TorusGeometry(1.02 * h, 0.14 * h, 10, 40)] }),
  planar: h => ({ steel: [rod(2.2 * h, 0.2 * h)] }),
  point_in_plane: h => ({ steel: [rod(2.2 * h, 0.2 * h), new SphereGeometry(0.7 * h, 24, 16)] }),
  fixed: h => ({ steel: [new BoxGeometry(0.9 * h, 0.9 * h, 0.9 * h)] }),
  cross: (h, joint) => {
    const first = new Vector3(...(joint.axis ?? [1, 0, 0])).normalize();
    const other = joint.second_axis ? new Vector3(...joint.second_axis) : new Vector3().crossVectors(first, Math.abs(first.x) < 0.9 ? new Vector3(1, 0, 0) : Y);
    const arms = [first, other.normalize()].flatMap(d => [
      along(rod(0.36 * h, 3.2 * h, 20), d),
      ...[-1, 1].map(side => along(up(rod(0.62 * h, 0.5 * h, 24), side * 1.5 * h), d)),
    ]);
    return { steel: [new SphereGeometry(0.62 * h, 24, 16), ...arms] };
  },
  other: h => ({ steel: [new SphereGeometry(0.8 * h, 24, 16)] }),
};
const CROSSES = ['universal', 'constant_velocity', 'oldham'];
const NONE = ['free', 'rod', 'revolute_spherical', 'selection'];

export class Signs {
  constructor(data, bodies, room) {
    this.h = 1.15 * data.h;
    this.steel = new MeshStandardMaterial({ roughness: 0.42, metalness: 0 });
    this.pale = new MeshStandardMaterial({ color: '#F2F3F5', roughness: 0.5 });
    this.through = new MeshBasicMaterial({ transparent: true, opacity: 0.32, depthFunc: GreaterDepth, depthWrite: false });
    this.stone = new MeshStandardMaterial({ color: '#A3A9B3', roughness: 0.8 });
    this.groups = data.joints.map((joint, index) => this.sign(joint, index, bodies.groups[joint.child]));
    this.posts(data, bodies, room);
  }

  sign(joint, index, parent) {
    const group = new Group();
    parent.add(group);
    if (NONE.includes(joint.kind)) return group;
    const cross = CROSSES.includes(joint.kind);
    const kind = cross ? 'cross' : joint.kind in SIGNS ? joint.kind : 'other';
    const { steel, pale = [] } = SIGNS[kind](this.h, joint);
    const shape = mergeGeometries(steel);
    const mesh = new Mesh(shape, this.steel);
    mesh.castShadow = true;
    const hidden = new Mesh(shape, this.through);
    hidden.renderOrder = 3;
    group.add(mesh, hidden);
    if (pale.length) group.add(new Mesh(mergeGeometries(pale), this.pale));
    for (const part of group.children) part.userData.joint = index;
    if (joint.axis && !cross) group.quaternion.setFromUnitVectors(Z, new Vector3(...joint.axis).normalize());
    group.position.set(...joint.at);
    return group;
  }

  /** What holds to the ground stands on a post, unless the ground has a shape. */
  posts(data, bodies, room) {
    const ground = data.bodies.length - 1;
    if (data.bodies[ground].pieces.length) return;
    bodies.move(0);
    const tops = data.joints
      .filter(joint => (joint.parent === ground || joint.child === ground) && !NO_POST.includes(joint.kind) && !NONE.includes(joint.kind))
      .map(joint => bodies.point(joint.child, joint.at));
    for (const rod of data.rods ?? []) for (const [body, ...at] of rod.ends) if (body === ground) tops.push(new Vector3(...at));
    for (const top of tops) this.post(top, room);
  }

  post(top, room) {
    const { h } = this;
    const tall = top.dot(room.up) - room.foot.dot(room.up);
    if (!(tall > 0.5 * h)) return;
    const post = new Mesh(new CylinderGeometry(0.42 * h, 0.42 * h, tall, 20), this.stone);
    const base = new Mesh(new CylinderGeometry(2.4 * h, 2.6 * h, 0.35 * h, 40), this.stone);
    post.position.copy(top).addScaledVector(room.up, -tall / 2);
    base.position.copy(top).addScaledVector(room.up, 0.18 * h - tall);
    for (const part of [post, base]) {
      part.quaternion.setFromUnitVectors(Y, room.up);
      part.castShadow = true;
      part.receiveShadow = true;
      room.scene.add(part);
    }
  }

  show(on) { for (const group of this.groups) group.visible = on; }

  likeness(index) {
    const { position, quaternion, children } = this.groups[index];
    return children.map(part => {
      const mesh = new Mesh(part.geometry);
      mesh.position.copy(position);
      mesh.quaternion.copy(quaternion);
      return mesh;
    });
  }

  theme(dark) { for (const material of [this.steel, this.through]) material.color.set(STEEL[dark ? 'dark' : 'light']); }
}
