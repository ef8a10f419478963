"""Every mistake is answered with its line and a sentence that helps."""

import pytest

from snodo.errors import FileError
from snodo.formats import loads

HEAD = """points: {A: [0, 0], B: [1, 0], C: [2, 0]}
bodies:
  crank: {bar: [A, B], mass: 1 kg}
  slider: {box: [0.1, 0.1, 0.1], at: C, mass: 1 kg}
joints:
  A: {revolute: [ground, crank]}
  C: {prismatic: [ground, slider], axis: x}
"""
LINES = HEAD.count("\n")


def problems(text: str) -> list:
    with pytest.raises(FileError) as caught:
        loads(text, "f.yaml")
    return caught.value.problems


def says(text: str, line: int, *fragments: str) -> None:
    found = problems(text)
    for problem in found:
        if problem.where == f"f.yaml:{line}" and all(f in str(problem) for f in fragments):
            return
    raise AssertionError(f"no problem at line {line} says {fragments}:\n" + "\n".join(map(str, found)))


# What stands below HEAD, the line within it, and what the message says.
BELOW = [
    # sections, kinds and fields
    ("bodys: {}", 1, "there is no section 'bodys'", "did you mean 'bodies'?"),
    ("colour: red", 1, "there is no section 'colour'", "sections: mechanism"),
    ("forces: {f: {sprung: [ground, crank]}}", 1, "force 'f'", "'sprung' is not a kind of force", "'spring'"),
    ("forces: {f: {damping: 2}}", 1, "force 'f' has no kind", "kinds: spring"),
    ("constraints:\n  c: {gears: [A, A]}", 2, "'gears' is not a kind of constraint", "did you mean 'gear'?"),
    ("forces: {f: {friction: A, torque: 2}}", 1, "names 2 kinds: friction and torque"),
    ("forces: {f: {friction: A, colomb: 2}}", 1, "friction 'f'", "no field 'colomb'", "did you mean 'coulomb'?"),
    ("forces: {f: {friction: A, joint: A}}", 1, "joint is not a field of its own", "friction: …"),
    ("frames:\n  f: {on: crank}", 2, "frame 'f'", "at is missing", "give at:"),
    ("forces: {f: {spring: [ground, crank], from: A}}", 1, "spring 'f'", "to is missing"),
    ("constraints: {g: {gear: [A, A]}}", 1, "teeth is missing"),
    # shapes of the data
    ("forces: [1, 2]", 1, "forces is a list, but a table is expected"),
    ("forces: 3", 1, "forces is a number, but a table is expected"),
    ("forces: {f: 3}", 1, "force 'f' is a number, but a table is expected"),
    ("forces: {f: }", 1, "force 'f' is nothing, but a table is expected"),
    ("run: 2 s", 1, "run is a text, but a table is expected", "run: {duration: 2 s}"),
    ("run: {duration: 2 kg}", 1, "run: duration: '2 kg' is a mass where a time"),
    ("run: {method: [a]}", 1, "run: method:", "is not a word"),
    ("run:\n  durations: 2", 2, "no field 'durations'", "did you mean 'duration'"),
    ("initial: {A.angle: [1, 2]}", 1, "initial A.angle: it is a list, but a number is expected"),
    ("initial:\n  A.angle: 30 kg", 2, "initial A.angle", "'30 kg' is a mass where an angle"),
    ("initial:\n  A.angle: 0\n  A.omega: 3", 3, "a revolute has no 'omega'"),
    ("initial: {Q.angle: 1}", 1, "there is no body or joint 'Q'"),
    ("gravity: 9.81", 1, "gravity: 9.81 is not a list", "gravity: [0, -9.81]"),
    ("gravity: [0, 0, -9.81]", 1, "gravity has 3 components in a 2-D mechanism"),
    ("gravity: [0, -9.81 m]", 1, "gravity: '-9.81 m' is a length where an acceleration"),
    ("dimension: 4", 1, "dimension: 4 is neither 2 nor 3"),
    ("dimension: two", 1, "dimension: 'two' is neither 2 nor 3"),
    ("mechanism: [a]", 1, "mechanism is a list, but text is expected"),
    ("forces: {f: {friction: A, coulomb: 1,2}}", 1, "no field '2'", "decimals with a point"),
    ("forces: {f: {friction: A, coulomb:2}}", 1, "leave a space after ':'"),
    ("joints2: x\nforces: {f: friction A}", 2, "force 'f' is a text", "write f: {spring: [ground, crank]"),
    # values
    ("forces: {f: {torque: 5 N, joint: A}}", 1, "torque 'f'", "'5 N' is a force where a torque"),
    ("forces: {f: {friction: A, coulomb: .nan}}", 1, "coulomb: nan is not a finite number"),
    ("forces: {f: {friction: A, coulomb: .inf}}", 1, "coulomb: inf is not a finite number"),
    ("forces: {f: {friction: A, coulomb: 1e999}}", 1, "coulomb: inf is not a finite number"),
    ("forces: {f: {friction: A, coulomb: [1]}}", 1, "coulomb: [1] (list) is given"),
    ("forces: {f: {friction: A, coulomb: }}", 1, "coulomb: the value is missing", "sliding friction"),
    ("forces: {f: {friction: A, coulomb: true}}", 1, "coulomb: True (bool)"),
    ("forces: {f: {friction: 7}}", 1, "friction: 7 is not a name"),
    ("constraints: {g: {gear: [A, A], teeth: [1, 2], internal: maybe}}", 1, "internal: 'maybe' is not true or false"),
    ("forces: {f: {point_force: crank, force: [1]}}", 1, "is not a list of two or three"),
    ("forces: {f: {point_force: crank, force: [1, 2], axes: moon}}", 1, "'moon' is not one of world, body"),
    ("forces: {f: {spring: [ground], from: A, to: B}}", 1, "['ground'] is not a list of 2 names", "[parent, child]"),
    ("forces: {f: {formula: [1, 2, 3], bodies: crank, function: f}}", 1, "a file cannot contain a Python function"),
    ("forces: {f: {formula: [1, 2, q], bodies: crank}}", 1, "formula 'f'", "'q'"),
    ("forces: {f: {formula: [1, 2], bodies: crank}}", 1, "has 2 formulas for 1 body"),
    # functions of time
    ("drivers: {d: {joint: A, angle: {harmonics: {}}}}", 1, "angle: a function of time must be one of", "'harmonic'"),
    ("drivers: {d: {joint: A, angle: {harmonic: {amplitude: 1}}}}", 1, "harmonic has no frequency"),
    ("drivers: {d: {joint: A, angle: {harmonic: {fase: 3}}}}", 1, "harmonic has no field 'fase'", "'phase'"),
    ("drivers:\n  d:\n    joint: A\n    angle:\n      harmonic:\n        frequency: 2 kg", 6, "'2 kg' is a mass"),
    ("drivers: {d: {joint: A, angle: {ramp: {rate: 60 Hz}}}}", 1, "ramp: rate: '60 Hz' is a frequency"),
    ("drivers: {d: {joint: A, angle: {ramp: 3}}}", 1, "ramp: 3 is not a table", "ramp: {start: …, rate: …}"),
    ("drivers: {d: {joint: A, angle: {python: f}}}", 1, "a function of time must be one of"),
    ("drivers: {d: {joint: A, angle: sin(}}", 1, "angle:"),
    ("drivers: {d: {joint: A, angle: 'sin(t) + '}}", 1, "angle:"),
    ("drivers: {d: {joint: A, angle: {table: {times: [0, 0], values: [1, 2]}}}}", 1, "times"),
    ("drivers: {d: {joint: A, angle: 3 kg}}", 1, "'3 kg' is a mass where an angle"),
    ("drivers: {d: {joint: A, speed: 60 Hz}}", 1, "speed: '60 Hz' is a frequency where an angular speed"),
    ("drivers: {d: {joint: A, speed: 60 rmp}}", 1, "speed: '60 rmp' cannot be read", "did you mean 'rpm'?"),
    ("drivers: {d: {joint: C, speed: 60 rpm}}", 1, "speed: '60 rpm' is an angular speed where a speed (m/s"),
    ("drivers: {d: {body: crank, speed: 3 m/s}}", 1, "'3 m/s' is a speed where an angular speed"),
    ("drivers: {d: {body: slider, along: x, speed: 60 rpm}}", 1, "is an angular speed where a speed"),
    ("drivers:\n  d:\n    joint: A\n    speed:\n      ramp:\n        rate: 3 rpm", 6, "where an angular acceleration"),
    ("drivers: {d: {joint: C, acceleration: 3 rad/s^2}}", 1, "acceleration: '3 rad/s^2' is an angular acceleration"),
    ("drivers: {d: {joint: A, acceleration: {cycloid: {}}}}", 1, "cannot be integrated twice", "ramp or polynomial"),
    ("drivers: {d: {joint: A, speed: 3*t}}", 1, "a formula function cannot be integrated", "give the angle"),
    ('drivers: {d: {joint: A, speed: "table(v, t)"}}', 1, "there is no table 'v'"),
    ('drivers: {d: {joint: A, angle: "table(v, t, 1, 2)"}}', 1, "table(v) has 3 arguments"),
    ("tables: {v: {x: [0, 1], y: [0, 1], knd: linear}}", 1, "there is no field 'knd'", "'kind'"),
    ("tables: {v: [0, 1]}", 1, "is a list, but a table is expected", "units: [deg, mm]"),
    ("drivers: {d: {joint: Q, speed: 3 m/s}}", 1, "there is no joint 'Q'"),
    ("drivers: {d: {joint: Q, speed: {ramp: {rote: 3}}}}", 1, "ramp has no field 'rote'", "'rate'"),
    ("drivers: {d: {joint: [A], speed: 3}}", 1, "joint: ['A'] is not a name"),
    ("drivers: {d: {joint: A, displacement: 30 deg}}", 1, "is a revolute, which has no displacement", "use angle"),
    ("drivers: {d: {joint: C, angle: 3 mm}}", 1, "is a prismatic, which has no angle", "use displacement"),
    ("drivers: {d: {joint: A, angle: 2*pi/s*t}}", 1, "there is no variable 's'", "write (1 s)"),
    ("constants: {r: 50 mm}", 1, "there is no section 'constants'", "did you mean 'parameters'?"),
    ("frames: {f: {on: crank, at: [0, 1, 0, 2]}}", 1, "decimals are written with a point"),
    ("frames: {f: {on: crank, at: [{crank: [0, 1]}, {slider: [0, 2]}]}}", 1, "a list of places", "one table"),
    ("drivers: {d: {body: crank, along: up, speed: 1}}", 1, "'up' is not a direction", "two points [A, B]"),
    ("drivers: {d: {joint: A}}", 1, "needs one motion and has none"),
    ("drivers: {d: {speed: 3}}", 1, "needs a joint or a body"),
    # names
    ("forces: {f: {friction: Q}}", 1, "there is no joint 'Q'"),
    ("forces: {f: {point_force: krank, force: [1, 2]}}", 1, "there is no body 'krank'", "did you mean 'crank'?"),
    ("forces: {f: {spring: [ground, crank], from: A, to: Q}}", 1, "there is no point 'Q'"),
    ("frames: {f: {on: crank, at: f}}", 1, "frame 'f' is placed at f → f"),
    ("frames: {crank: {on: crank, at: A}}", 1, "the name is taken by bar 'crank' (f.yaml:3)"),
    ("frames: {ground: {on: crank, at: A}}", 1, "'ground' is the name of the fixed frame"),
    ("frames: {a.b: {on: crank, at: A}}", 1, "'a.b' cannot be a name"),
    ("frames: {f: {on: crank, at: [0, 0, 0]}}", 1, "at has 3 coordinates in a 2-D mechanism"),
    ("frames: {f: {on: crank, at: {}}}", 1, "frame 'f'", "at:"),
    # YAML
    ("forces: {f: {friction: A}, f: {friction: C}}", 1, "'f' is given twice", f"line {LINES + 1}"),
    ("joints:\n  D: {fixed: [ground, crank], at: A}", 1, "'joints' is given twice", "line 5"),
    ("forces: {f: {friction: !!python/object:os.system A}}", 1, "the tag '!!python/object:os.system' is not allowed"),
    ("forces: {f: !mine {friction: A}}", 1, "the tag '!mine' is not allowed"),
    ("forces: {f: {friction: *nothing}}", 1, "*nothing refers to an anchor that is not defined before"),
    ("forces: {f: &x {friction: A}, g: {<<: *x}}", 1, "'<<' (merging tables) is not supported"),
    ("forces: {f: &x [*x]}", 1, "*x refers to an anchor that is not defined before"),
    ("forces: {[1, 2]: 3}", 1, "found a list or table before ':' where a word is expected"),
    ("forces: {f: {friction: A", 2, "closing } of a table is missing"),
    ("forces: {f: {gear: [A, B}}", 1, "closing ] of a list is missing", f"line {LINES + 1}"),
    ("forces:\n\tf: {friction: A}", 2, "column 1: a tab is not allowed here", "spaces"),
    ("forces:\n  f: {friction: A}\n g: {friction: C}", 3, "does not fit the ones above"),
    ("mechanism: a: b", 1, "a ':' is not expected here"),
    ("mechanism: 'a", 2, "a quotation mark is not closed"),
    ("mechanism: @a", 1, "'@' cannot begin a value", "quotes"),
    ("mechanism", 2, "a ':' with a space after it is missing"),
    ("---\nmechanism: a", 2, "a second document begins here"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "fragments"), [(t, n, f) for t, n, *f in BELOW], ids=[t[0][:60] for t in BELOW]
)
def test_a_mistake_below_good_lines(text: str, line: int, fragments: list[str]) -> None:
    says(HEAD + text + "\n", LINES + line, *fragments)


WHOLE = [
    ("", 1, "the file is empty"),
    ("# nothing\n", 1, "the file is empty"),
    ("{}", 1, "the file is empty"),
    ("- a\n- b\n", 1, "the file is a list, but a table is expected"),
    ("hello", 1, "the file is a text, but a table is expected"),
    ("mechanism: x\n", 1, "has no bodies"),
    ("points: {A: 3}\nbodies: {b: {bar: [A, [0, 1]], mass: 1}}", 1, "point 'A': 3 is not a list of two or three"),
    ("points: {A: [0, 1 kg]}", 1, "point 'A': '1 kg' is a mass where a length"),
    ("points: {A: [0, 1, 2]}\nbodies: {b: {bar: [A, [0, 1]], mass: 1}}", 1, "point 'A' has 3 coordinates", "not 0,1"),
    ("points: {A: [0,1, 0,2]}", 1, "point 'A': [0, 1, 0, 2] is not a list of two", "decimals are written with a point"),
    ("points: {A: (0, 1)}", 1, "square brackets"),
    ("points:\n  a.b: [0, 1]", 2, "'a.b' cannot be a name"),
    ("bodies: {b: {mass: 1}}", 1, "body 'b' has no moment of inertia"),
    ("bodies: {b: {inertia: 1}}", 1, "body 'b' has no mass"),
    ("bodies:\n  b: {bar: [[0, 0], [1, 0]]}", 2, "bar 'b' has no mass"),
    ("bodies: {b: {bar: [[0, 0], [0, 0]], mass: 1}}", 1, "bar 'b' has length zero"),
    ("bodies: {b: {bar: A, mass: 1}}", 1, "bar: 'A' is not a list of points"),
    ("bodies: {b: {bar: [A, [0, 0]], mass: 1}}", 1, "refers to point 'A', which does not exist"),
    ("bodies: {b: {barr: [[0, 0], [1, 1]], mass: 1}}", 1, "no field 'barr'", "did you mean 'bar'?"),
    ("bodies: {b: {disc: 0.1, mass: -1}}", 1, "-1"),
    ("bodies: {b: {disc: 0.1, mass: 1, density: 3}}", 1, "mass", "density"),
    ("bodies: {b: {disc: 0.1, thickness: 1, density: stell}}", 1, "no material called 'stell'", "'steel'"),
    ("bodies: {b: {disc: 5 kg, mass: 1}}", 1, "disc: '5 kg' is a mass where a length"),
    ("bodies: {b: {cylinder: [[0, 0], [1, 0]], mass: 1}}", 1, "radius is missing"),
    ("bodies: {b: {composite: [{disk: 3}]}}", 1, "part 1: it must have one shape ("),
    ("bodies: {b: {disc: 1, mass: 1, at: {b: [0, 0]}}}", 1, "body 'b', whose position is not known yet"),
    ("dimension: 3\nbodies: {b: {disc: 1, mass: 1, axis: [A, B]}}", 2, "axis: ('A', 'B') is not a vector"),
    ("bodies: {b: {disc: 1, mass: 1}}\njoints: {j: {revolute: [b, b], at: [0, 0]}}", 2, "joins 'b' to itself"),
    ("bodies: {b: {disc: 1, mass: 1}}\njoints: {j: {revolute: [ground, b]}}", 2, "revolute 'j': has no position"),
    ("dimension: 3\nbodies: {b: {disc: 1, mass: 1}}\njoints: {j: {revolute: [ground, b], at: [0, 0]}}", 3, "in a 3-D"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "fragments"), [(t, n, f) for t, n, *f in WHOLE], ids=[t[0][:60] for t in WHOLE]
)
def test_a_mistake_in_a_whole_file(text: str, line: int, fragments: list[str]) -> None:
    says(text, line, *fragments)


def test_all_mistakes_come_at_once_in_the_order_of_the_lines(four_bar: str) -> None:
    text = (
        four_bar.replace("mass: 1.2 kg", "mas: 1.2 kg")
        .replace("[C, D]", "[C, E]")
        .replace("D: {revolute", "D: {revolut")
    )
    text = text.replace("duration: 2 s", "duration: 2 m")
    found = problems(text)
    assert [p.where for p in found] == ["f.yaml:7", "f.yaml:8", "f.yaml:13", "f.yaml:16"]


def test_what_only_follows_from_a_mistake_is_not_reported(four_bar: str) -> None:
    assert len(problems(four_bar.replace("crank:   {bar", "crank:   {barr"))) == 1
    assert len(problems(four_bar.replace("A: [0, 0]", "A: [0]"))) == 1
    assert len(problems(four_bar.replace("bodies:", "bodys:"))) == 1
    assert len(problems(four_bar.replace("points:", "point:"))) == 1
    assert len(problems(four_bar.replace("joints:  ", "joint:  "))) == 1


def test_very_many_mistakes_are_cut_with_a_count() -> None:
    found = problems("bodies:\n" + "".join(f"  b{k}: {{disk: 1}}\n" for k in range(250)))
    assert len(found) == 101
    assert "150 more problems" in found[-1].what


def test_a_huge_wrong_value_gives_a_short_message() -> None:
    found = problems("bodies: {b: {mass: [" + "1, " * 50_000 + "1]}}")
    assert max(len(p.what) for p in found) < 500
