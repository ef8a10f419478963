"""Results in files: netCDF, CSV and data frames."""
