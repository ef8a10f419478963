"""The methods of a mechanism that add parts to it, a file for each family."""
