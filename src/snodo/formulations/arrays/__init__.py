"""From constraint rows and force laws to the flat array that kernels read."""
