"""Puts machine code into a wheel: `make wheel` compiles it and names its folder in SNODO_SHIPPED.

Without that variable the wheel is pure Python, and kernels are compiled when they are first needed.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MachineCode(BuildHookInterface):  # type: ignore[type-arg]
    """Includes the folder, and names the wheel by the Python and the platform that its code is for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """As hatchling asks for it."""
        folder = os.environ.get("SNODO_SHIPPED")
        if folder and self.target_name == "wheel":
            python = f"cp{sys.version_info.major}{sys.version_info.minor}"
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["force_include"][folder] = "snodo/_shipped"
            build_data["pure_python"] = False
            build_data["tag"] = f"{python}-{python}-{platform}"
