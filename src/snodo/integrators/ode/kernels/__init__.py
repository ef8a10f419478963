"""The compiled loop over the steps."""
