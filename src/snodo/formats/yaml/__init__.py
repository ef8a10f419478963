"""The file format of Snodo: a mechanism from YAML and back."""
