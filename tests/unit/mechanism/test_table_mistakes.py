"""Wrong tables, wrong formulas with tables and measures, wrong laws: each with a message that says what to do."""

import pytest

import snodo as sn


def arm():
    m = sn.Mechanism("arm")
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    return m


def told(call):
    with pytest.raises(sn.MechanismError) as error:
        call()
    return str(error.value)


@pytest.mark.parametrize(
    ("words", "says", "remedy"),
    [
        ({"x": [0, 1, 1], "y": [0, 1, 2]}, "x[1] = 1 is followed by x[2] = 1", "must increase"),
        ({"x": [0, 1, 2], "y": [0, 1]}, "has 3 x but 2 y", "one y for each x"),
        ({"x": [0], "y": [0]}, "has 1 point", "at least 2"),
        ({}, "has no points", "file: numbers.csv"),
        ({"x": [0, 1, 2], "y": [0, 1, 2], "periodic": True}, "begins with 0 and ends with 2", "equal to the first"),
        ({"x": [0, 1], "y": [0, 1], "kind": "quintic"}, "'quintic' is not one of cubic, monotone, linear", ""),
        ({"x": [0, 1], "y": [0, 1], "outside": "zero"}, "'zero' is not one of constant, linear, error", ""),
        ({"x": [0, 1], "y": [0, 1], "units": ("deg",)}, "1 given for 2 columns", "give 2"),
        ({"x": [0, 1], "y": [0, 1], "units": ("deg", "bars")}, "unit", ""),
        ({"x": [0, 1], "y": [0, 1], "z": [[1, 2]]}, "z has 1 rows of 2 numbers", "give 2 rows"),
        (
            {"x": [0, 1], "y": [0, 1], "z": [[1, 2], [3, 4]], "kind": "monotone"},
            "two arguments and is monotone",
            "cubic",
        ),
        ({"x": [0, float("nan")], "y": [0, 1]}, "not a finite number", ""),
        ({"x": [0, 1], "y": [0, 1], "file": "a.csv", "columns": ["deg", "bar"]}, "a file and lists", "x, y and units"),
        ({"file": "a.csv"}, "columns is missing", "columns: [deg, bar]"),
        ({"columns": ["deg", "bar"]}, "has columns but no file", "file: numbers.csv"),
    ],
)
def test_wrong_tables(words, says, remedy):
    message = told(lambda: arm().table("gas", **words))
    assert says in message
    assert remedy in message
    assert "gas" in message


def test_a_table_needs_a_plain_name():
    assert "cannot be the name of a table" in told(lambda: arm().table("gas-1", x=[0, 1], y=[0, 1]))


@pytest.mark.parametrize(
    ("torque", "says", "remedy"),
    [
        ("table(gaz, A.angle)", "there is no table 'gaz'", "gas"),
        ("table(gas, A.angle, A.speed)", "takes one argument, 2 given", "write table(gas, x)"),
        ("table(map, A.angle)", "takes two arguments, 1 given", "write table(map, x, y)"),
        ("table(gas)", "has no arguments", "table(gas, x)"),
        ("table(3, t)", "takes the name of a table first", "table(lift, A.angle)"),
        ("table + 1 + t", "table is a function", "table(name, argument)"),
        ("distance(P, arm)*A.angle", "there is no place 'P'", ""),
        ("distance(A, A)*A.angle", "a place from itself", "two places"),
        ("arm.pitch", "has no 'pitch'", ""),
    ],
)
def test_wrong_tables_in_formulas(torque, says, remedy):
    def check():
        m = arm()
        m.table("gas", x=[0, 1], y=[0, 1])
        m.table("map", x=[0, 1], y=[0, 1], z=[[0, 1], [1, 2]])
        m.torque("T", joint="A", torque=torque)
        m.check()

    message = told(check)
    assert says in message
    assert remedy in message


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"formula": "A.angel - 1"}, "has no 'angel'"),
        ({"formula": "A.speed - 1"}, "a speed, but it constrains positions"),
        ({"formula": "3*t - 1"}, "name no coordinate"),
        ({"formula": "A.angle - table(lift, A.angle)"}, "there is no table 'lift'"),
        ({"formula": "C.angle - 1"}, "there is no 'C'"),
        ({"function": lambda t, q: q[0]}, "a Python function but no bodies"),
        ({}, "needs a formula or a Python function"),
    ],
)
def test_wrong_constraints(words, says):
    def check():
        m = arm()
        m.constraint("k", **words)
        m.check()

    assert says in told(check)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"reads": "A", "drives": "A", "function": lambda t, x: x[0]}, "'A' is not a measure"),
        ({"reads": "A.angle", "drives": "B", "function": lambda t, x: x[0]}, "there is no joint 'B'"),
        ({"reads": "A.angle", "drives": "A.rx", "function": lambda t, x: x[0]}, "has no coordinate 'rx'"),
        ({"reads": "A.angle", "drives": "A", "function": 3.0}, "is not a function"),
        ({"reads": "A.angle", "drives": "A", "function": lambda t, x: (x[0], 1)}, "returns 2 numbers for 1 driven"),
    ],
)
def test_wrong_laws(words, says):
    assert says in told(lambda: arm().law("pd", **words))


def test_a_law_of_a_measure_that_does_not_exist():
    m = arm()
    m.law("pd", reads="A.angel", drives="A", function=lambda t, x: -x[0])
    assert "has no 'angel'" in told(m.check)


@pytest.mark.parametrize(
    ("drive", "says"),
    [
        ({"joint": "A", "cardan": (0, 0, 0)}, "is a revolute, which has no cardan"),
        ({"body": "arm", "rotation_vector": (0, 0, 0)}, "drives a spherical joint, not a body"),
        ({"joint": "A", "speed": "sin(table(v, t))"}, "cannot be integrated in closed form"),
    ],
)
def test_wrong_drivers(drive, says):
    m = arm()
    m.table("v", x=[0, 1], y=[0, 1])
    m.driver("d", **drive)
    assert says in told(m.check)


@pytest.mark.parametrize(
    ("text", "columns", "says"),
    [
        ("0, 1\n1, x\n", ["deg", "bar"], "gas.csv:2: 'x' in column 2 is not a number"),
        ("# note\n0, 1\n1, 2, 3\n", ["deg", "bar"], "gas.csv:3: this line has 3 columns"),
        ("angle, bar\n", ["deg", "bar"], "gas.csv: the file has no numbers"),
        ("0, 1\n1, inf\n", ["deg", "bar"], "gas.csv:2: 'inf'"),
        ("0, 0, 1\n0, 1, 2\n1, 0, 3\n", ["1", "1", "bar"], "no value at x = 1, y = 1"),
        ("0, 0, 1\n0, 0, 2\n", ["1", "1", "bar"], "is given twice"),
        ("0, 1\n1, 2\n", ["deg", "bar", "mm", "s"], "columns names 4 columns"),
    ],
)
def test_wrong_files(tmp_path, text, columns, says):
    file = tmp_path / "gas.csv"
    file.write_text(text)
    assert says in told(lambda: arm().table("gas", file=str(file), columns=columns))


def test_a_file_that_is_not_there():
    assert "missing.csv: the file cannot be read" in told(
        lambda: arm().table("gas", file="missing.csv", columns=["deg", "bar"])
    )


def test_columns_of_a_file(tmp_path):
    file = tmp_path / "map.txt"
    file.write_text("angle speed torque\n0 1 10\n0 2 20\n90 1 30\n90 2 40\n")
    table = arm().table("map", file=str(file), columns=["deg", "rpm", "N*m"], kind="linear")
    assert table(0.0, table.y[1]) == pytest.approx(20.0)
    assert table(table.x[1], table.y[0]) == pytest.approx(30.0)
    file.write_text("0\t7\t1\n1\t8\t3\n")
    table = arm().table("one", file=str(file), columns=["1", "-", "1"])
    assert table.y == (1.0, 3.0)


def test_mistakes_in_files_have_lines(tmp_path):
    text = "mechanism: m\npoints: {A: [0, 0], B: [1, 0]}\nbodies: {arm: {bar: [A, B], mass: 1 kg}}\n"
    text += "joints: {A: {revolute: [ground, arm]}}\ntables:\n  gas: {file: none.csv, columns: [deg, bar]}\n"
    (tmp_path / "m.yaml").write_text(text)
    with pytest.raises(sn.FileError, match=r"m\.yaml:6.*none\.csv"):
        sn.load(tmp_path / "m.yaml")
