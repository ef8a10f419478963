"""Machine code for other programs."""

from __future__ import annotations

from typing import Any, NamedTuple

import llvmlite


class ObjectFile(NamedTuple):
    """A compiled function as an object file for a linker."""

    symbol: str
    data: bytes
    functions: list[str]
    """Names of functions that it needs,"""
    variables: list[str]
    """and of variables."""


def object_file(function: Any, cpu: str) -> ObjectFile:
    """A compiled function as an object file: an entry or a function by address; cpu "native" is this processor."""
    made: Any = getattr(function, "compiled", function)
    if hasattr(made, "_wrapper_name"):  # a CFunc
        symbol, library = made._wrapper_name, made._library
    else:
        found = made.overloads[made.signatures[0]]
        symbol, library = found.fndesc.llvm_cfunc_wrapper_name, found.library
    module, generator = library._get_module_for_linking(), library._codegen
    binding = llvmlite.binding
    native = cpu == "native"
    name = generator._get_host_cpu_name() if native else cpu
    features = generator._get_host_cpu_features() if native else ""
    target = binding.Target.from_triple(binding.get_process_triple())
    machine = target.create_target_machine(cpu=name, features=features, opt=3, reloc="pic", codemodel="default")
    needed = [[x.name for x in kind if x.is_declaration] for kind in (module.functions, module.global_variables)]
    functions = [name for name in needed[0] if not name.startswith("llvm.")]
    return ObjectFile(symbol, machine.emit_object(module), functions, needed[1])
