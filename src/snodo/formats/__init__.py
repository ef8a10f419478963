"""Files: a mechanism from YAML and back, as a Python script, and the JSON schema of the format."""

from snodo.formats.files import load, loads
from snodo.formats.published.json_schema import schema
from snodo.formats.python_script import to_python
from snodo.formats.yaml.writing import save, to_yaml

__all__ = ["load", "loads", "save", "schema", "to_python", "to_yaml"]
