"""Andrews' squeezer: what accuracy costs, against reference values computed in 28-digit arithmetic."""

from pathlib import Path

import snodo as sn

squeezer = sn.load(Path(__file__).with_suffix(".yaml"))
beta = 15.81077119515370709712  # angle of K1 after 30 ms [rad]

print("method       tolerance     error of K1 [rad]   steps   seconds")
for method in ("projection", "baumgarte"):
    for tolerance in (1e-6, 1e-8, 1e-10, 1e-12):
        result = sn.simulate(squeezer, method=method, tolerance=tolerance, progress=False)
        error = abs(float(result["K1.angle"][-1]) - beta)
        print(f"{method:12} {tolerance:.0e} {error:21.1e} {result.info['steps']:11.0f} {result.info['seconds']:9.4f}")
        assert error < 1e4 * tolerance
