"""Rows of WIDTH numbers as single operations of the processor.

The compiler cannot know that two rows of different arrays do not overlap, and would process them number by number. This
code declares it. Arrays are two-dimensional, in C order, and WIDTH wide; indices are not checked.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils as _cgutils
from numba.core import types
from numba.extending import intrinsic as _intrinsic

WIDTH = 16
intrinsic: Any = _intrinsic
cgutils: Any = _cgutils
"""Numba's `intrinsic` and `cgutils`, which are not typed."""
_FAST = ("fast",)


def _row(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Return a pointer to a row of an array, as one vector."""
    number = context.get_value_type(kind.dtype)
    data = context.make_array(kind)(context, builder, array).data
    start = builder.mul(index, ir.Constant(index.type, WIDTH))
    return builder.bitcast(builder.gep(data, [start]), ir.VectorType(number, WIDTH).as_pointer())


def _splat(builder: Any, value: Any) -> Any:
    vector = ir.VectorType(value.type, WIDTH)
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), lanes)


def _element(context: Any, builder: Any, kind: Any, array: Any, row: Any, width: Any, place: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.load(builder.gep(data, [builder.add(builder.mul(row, width), place)]))


def _aligned(kind: Any) -> int:
    return int(kind.dtype.bitwidth // 8)


@intrinsic  # type: ignore[untyped-decorator]
def add_row(typing: Any, into: Any, place: Any, source: Any, hand: Any, factor: Any) -> Any:
    """Add a row times a factor: `into[place] += factor * source[hand]`."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        target, at, given, taken, times = values
        target_row = _row(context, builder, signature.args[0], target, at)
        source_row = _row(context, builder, signature.args[2], given, taken)
        align = _aligned(signature.args[0])
        scaled = builder.fmul(builder.load(source_row, align=align), _splat(builder, times), flags=_FAST)
        builder.store(builder.fadd(builder.load(target_row, align=align), scaled, flags=_FAST), target_row, align=align)
        return context.get_dummy_value()

    return types.void(into, types.intp, source, types.intp, into.dtype), code


@intrinsic  # type: ignore[untyped-decorator]
def add_to_sets(typing: Any, sums: Any, sets: Any, source: Any, hand: Any) -> Any:
    """Add row `hand` of `source` to the rows of `sums` that row `hand` of `sets` names."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        target, names, given, at = values
        kinds = signature.args
        align = _aligned(kinds[0])
        added = builder.load(_row(context, builder, kinds[2], given, at), align=align)
        width = cgutils.unpack_tuple(builder, context.make_array(kinds[1])(context, builder, names).shape)[1]
        with cgutils.for_range(builder, width) as loop:
            name = _element(context, builder, kinds[1], names, at, width, loop.index)
            row = _row(context, builder, kinds[0], target, builder.zext(name, at.type))
            builder.store(builder.fadd(builder.load(row, align=align), added, flags=_FAST), row, align=align)
        return context.get_dummy_value()

    return types.void(sums, sets, source, types.intp), code


@intrinsic  # type: ignore[untyped-decorator]
def add_from_sets(typing: Any, into: Any, hand: Any, sums: Any, sets: Any, signs: Any) -> Any:
    """Add to row `hand` of `into` the rows of `sums` that row `hand` of `sets` names, each times its sign."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        target, at, given, names, factors = values
        kinds = signature.args
        align = _aligned(kinds[0])
        row = _row(context, builder, kinds[0], target, at)
        total = cgutils.alloca_once_value(builder, builder.load(row, align=align))
        width = cgutils.unpack_tuple(builder, context.make_array(kinds[3])(context, builder, names).shape)[1]
        zero = ir.Constant(at.type, 0)
        with cgutils.for_range(builder, width) as loop:
            name = _element(context, builder, kinds[3], names, at, width, loop.index)
            sign = _element(context, builder, kinds[4], factors, zero, width, loop.index)
            read = builder.load(_row(context, builder, kinds[2], given, builder.zext(name, at.type)), align=align)
            scaled = builder.fmul(read, _splat(builder, sign), flags=_FAST)
            builder.store(builder.fadd(builder.load(total), scaled, flags=_FAST), total)
        builder.store(builder.load(total), row, align=align)
        return context.get_dummy_value()

    return types.void(into, types.intp, sums, sets, signs), code
