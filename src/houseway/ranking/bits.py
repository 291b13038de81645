"""Two processor instructions that Numba does not offer by name, for kernels to call on unsigned numbers."""

from typing import Any

from numba import types
from numba.extending import intrinsic


def _population_count(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), generate


def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        never_zero = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], never_zero)

    return bits(bits), generate


population_count: Any = intrinsic(_population_count)
"""How many bits of a number are ones."""
trailing_zeros: Any = intrinsic(_trailing_zeros)
"""The place of the lowest one of a number that has one."""
