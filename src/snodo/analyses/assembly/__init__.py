"""Assembly: from a rough drawing and wanted values to a state that satisfies the constraints."""
