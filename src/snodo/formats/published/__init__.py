"""What is published about the file format: its JSON schema and its reference, made from the fields of the parts."""
