"""The published description of the file format, made from the fields of the parts: JSON schema and reference."""
