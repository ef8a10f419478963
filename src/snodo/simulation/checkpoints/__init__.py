"""Long runs: kept on disk while they run, continued with the same bits, and samples that do not fit into memory."""
