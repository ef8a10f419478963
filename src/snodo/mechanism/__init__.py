"""What you describe: bodies, joints, constraints, forces, drivers.  No equations."""
