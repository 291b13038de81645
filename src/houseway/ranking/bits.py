"""What processors can do and Numba does not offer by name, for kernels to call."""

from typing import Any

from llvmlite import ir
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


def _sums_of_rows(typing_context: Any, pairs: Any, rows: Any, row: Any, length: Any) -> Any:
    contiguous = getattr(pairs, "layout", None) == getattr(rows, "layout", None) == "C"
    if not (contiguous and pairs.dtype == types.uint64 and rows.dtype == types.uint8):
        return None
    if not isinstance(length, types.IntegerLiteral):
        return None
    word, byte = ir.IntType(64), ir.IntType(8)
    two_words = ir.VectorType(word, 2)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, array = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:2], arguments[:2], strict=True)
        )
        table = builder.bitcast(table, two_words.as_pointer())
        first = builder.mul(arguments[2], word(length.literal_value))
        total = two_words([0, 0])
        for place in range(length.literal_value):
            index = builder.load(builder.gep(array, [builder.add(first, word(place))]))
            pair = builder.load(builder.gep(table, [builder.zext(index, word)]), align=word.width // byte.width)
            total = builder.add(total, pair)
        both = [builder.extract_element(total, ir.IntType(32)(place)) for place in range(2)]
        return context.make_tuple(builder, signature.return_type, both)

    two: Any = types.UniTuple
    return two(types.uint64, 2)(pairs, rows, types.int64, length), generate


population_count: Any = intrinsic(_population_count)
"""How many bits of a number are ones."""
trailing_zeros: Any = intrinsic(_trailing_zeros)
"""The place of the lowest one of a number that has one."""
sums_of_rows: Any = intrinsic(prefer_literal=True)(_sums_of_rows)
"""For `pairs` (n x 2), `rows` of so many bytes and the number of a row: the sums of both columns of `pairs`, over the
entries that the bytes of that row name. Both sums are one vector addition a byte, which LLVM does not find by itself.
The length has to be a constant of the kernel."""
