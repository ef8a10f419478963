"""What `snodo doctor` knows about an installation."""
