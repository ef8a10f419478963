"""What `sn.compare` found, as a table and in words."""
