"""Published figures of Double Draw Poker beside ours, matched by what the sheet calls them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from houseway.analysis.results.result import PublishedCheck
from houseway.analysis.shell.published import EDGE, beside, has_usual_deck
from houseway.analysis.titles.double_draw_poker.space import HandSpace
from houseway.games.engine.sheet import Published
from houseway.games.titles.double_draw_poker import DoubleDrawPoker
from houseway.ranking import Category
from houseway.ranking.category import JOKER_ORDER

AT_THE_END = ("probability of ", " at the end, best play")
DEALT = "dealt hands: "
BASE_OF_READING = {"initial-wager": "initial wager", "ante": "ante", "unit-bet": "unit bet"}


def published_checks(
    game: DoubleDrawPoker,
    space: HandSpace,
    edges: Mapping[str, Fraction],
    final: Mapping[Category, Fraction] | None,
) -> Iterator[PublishedCheck]:
    """The figures that can be compared: none with another deck; edges and final hands under best play only.

    The letter does not say what its edges are a share of: DD-R3 does. `final` has the probability of each final hand
    under best play and is None for any other strategy.
    """
    if not has_usual_deck(game):
        return
    for figure in game.sheet.published:
        if figure.paytable and game.pay_set is not game.sheet.pay_sets[figure.paytable]:
            continue
        ours = _ours(game, space, figure, edges, final)
        if ours is not None:
            yield beside(figure, ours, _base(game, figure))


def _ours(
    game: DoubleDrawPoker,
    space: HandSpace,
    figure: Published,
    edges: Mapping[str, Fraction],
    final: Mapping[Category, Fraction] | None,
) -> Fraction | None:
    before, after = AT_THE_END
    if figure.what.startswith(DEALT):
        return Fraction(_dealt(game, space, figure.what.removeprefix(DEALT)))
    if final is None:
        return None
    if figure.what.startswith(EDGE):
        return edges[_base(game, figure)]
    if figure.what.startswith(before) and figure.what.endswith(after):
        name = figure.what.removeprefix(before).removesuffix(after).removeprefix("a ")
        return final[category_named(game, name)]
    raise AssertionError(f"no figure of ours belongs to the published {figure.what!r}")


def _base(game: DoubleDrawPoker, figure: Published) -> str:
    """What an edge is a share of: as a public source says, or as DD-R3 reads the letter; empty for other figures."""
    if not figure.what.startswith(EDGE):
        return ""
    if figure.source == "letter":
        return BASE_OF_READING[game.reading("DD-R3")]
    return figure.what.removeprefix(EDGE).lower()


def _dealt(game: DoubleDrawPoker, space: HandSpace, name: str) -> int:
    if name == "all":
        return len(space.categories)
    return space.dealt(category_named(game, name))


def category_named(game: DoubleDrawPoker, name: str) -> Category:
    """The category of a name that pay tables and published figures use."""
    lowest = {"nothing": JOKER_ORDER[0]}
    return lowest.get(name) or Category(game.bonus_table.form.also_named.get(name, name))


def name_of(game: DoubleDrawPoker, category: Category) -> str:
    """The name that the pay table uses: a royal flush without a joker is a natural one."""
    names = {other: name for name, other in game.bonus_table.form.also_named.items()}
    return names.get(str(category), str(category))
