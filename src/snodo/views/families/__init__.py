"""Pictures of sweeps: lines coloured by a quantity, maps, trade-offs, parallel axes, bands, and a page with sliders."""
