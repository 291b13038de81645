"""The places of a declared title, read from the declaration: on the felt, and in arrays of a fixed size."""

from collections.abc import Iterator
from typing import Any

from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import (
    Chosen,
    Decision,
    Discards,
    Hand,
    HouseSet,
    LaterBet,
    MeterBet,
    Opening,
    Option,
    Owner,
    Paid,
    Payable,
    Rest,
)
from houseway.games.engine.layout import FELT_UNIT, Felt, Layout, plain_felt


def felt_of(game: DeclaredGame) -> Felt:
    """Return a plain form for JSON, see `houseway.games.engine.layout`."""
    dealers = [hand for hand in game.every(Hand) if hand.owner is Owner.DEALER]
    paid = game.every(Paid)
    return plain_felt(
        motto=game.sheet.motto,
        center=[*map(_area, (*dealers, *_common(game))), *map(_part, game.every(HouseSet))],
        own_cards=any(hand.is_own for hand in game.every(Hand)),
        printed=None if dealers or not paid else paid[0].table,
        spot=[group for group in _circles(game) if group["circles"]],
        actions={option.name: words for decision in game.decisions() for option, words in _words(game, decision)},
        choosing={name: words for decision in game.decisions() for name, words in _choosing(game, decision)},
        linked=list(_linked(game)),
        piles={hand.name: hand.title for hand in game.every(Hand) if hand.owner is Owner.SEAT},
        defaults=dict(game.usual_bet(FELT_UNIT).items()),
    )


def _common(game: DeclaredGame) -> list[Hand]:
    return [hand for hand in game.every(Hand) if hand.owner is Owner.TABLE]


def _area(hand: Hand) -> dict[str, Any]:
    title = "Dealer" if hand.owner is Owner.DEALER else _capital(hand.title)
    return {"pile": hand.pile_name, "down": f"{hand.pile_name} face down", "title": title, "places": hand.most_cards}


def _part(part: HouseSet) -> dict[str, Any]:
    """Return the place of the dealer's low hand."""
    return {"pile": part.name, "down": f"{part.name} face down", "title": _capital(part.title), "places": part.cards}


def _circles(game: DeclaredGame) -> Iterator[dict[str, Any]]:
    """Return the wagers on the player's hand, in order, and the side bets beside them."""
    opening = [wager for wager in game.every(Opening) if wager.taken_at(game)]
    main = [*(wager for wager in opening if not wager.side_bet), *game.every(LaterBet)]
    aside = [wager for wager in opening if wager.side_bet]
    on_meters = [bet for bet in game.every(MeterBet) if bet.table_at(game)]
    alone = [*(wager for wager in aside if wager.rides_on is None), *on_meters]
    yield {"circles": [[wager.name, _printed(wager)] for wager in alone]}
    yield {"circles": [[wager.name, _printed(wager)] for wager in main]}
    yield {"circles": [[wager.name, _capital(wager.title)] for wager in aside if wager.rides_on is not None]}


def _printed(wager: Payable) -> str:
    """Return the text in the circle of a wager."""
    return wager.printed if isinstance(wager, Opening | LaterBet) else wager.title


def _words(game: DeclaredGame, decision: Decision) -> Iterator[tuple[Option, dict[str, Any]]]:
    """Return the labels of the buttons. None is highlighted, because choosing is the player's skill."""
    for option in decision.offered(game):
        price = " for {price}" if option.bets else ""
        hint = {"hint": "sets the hand as the dealer would"} if option.by_house_way else {}
        yield option, {"words": f"{_capital(option.title)}{price}", "key": option.key, **hint}


def _choosing(game: DeclaredGame, decision: Decision) -> Iterator[tuple[str, dict[str, str]]]:
    """Return the question for an option that picks cards, and the names of the two parts of the hand."""
    for option in decision.offered(game):
        if isinstance(option.sets, Discards):
            parts = {"picked": "Discard", "rest": "Keep", "told": "replacing", "counted": "replace"}
            yield option.name, {"ask": "Pick {cards} to replace, or none.", **parts}
        elif option.sets is not None and not option.by_house_way:
            parts = {"picked": _capital(option.sets.title), "rest": _capital(option.sets.rest_title)}
            ranked = any(rest.of is option.sets and rest.outranks for rest in game.every(Rest))
            barred = f"the {option.sets.title} would outrank the {option.sets.rest_title}" if ranked else ""
            told = option.sets.title if option.sets.is_named else ""
            yield option.name, {"ask": f"{_capital(decision.title)}.", **parts, "told": told, "barred": barred}


def _linked(game: DeclaredGame) -> Iterator[dict[str, Any]]:
    """Yield the groups of wagers that must be equal, so that they are typed once."""
    opening = game.every(Opening)
    for wager in opening:
        equal = [each for each in opening if each.must_equal(game) is wager and each.required]
        if equal:
            *first, last = dict.fromkeys(each.printed for each in (wager, *equal))
            title = f"{', '.join(first)} and {last}, each" if first else f"Each {last}"
            yield {"title": title, "wagers": [each.name for each in (wager, *equal)]}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def layout_from(title: type[DeclaredGame]) -> Layout:
    """Return the layout of a title. Moves that choose cards choose among those of the first player's hand."""
    own = [hand for hand in title.every(Hand) if hand.is_own]
    common = [hand for hand in title.every(Hand) if not hand.is_own]
    options = [option for decision in title.decisions() for option in decision.options]
    plain, picking = (
        tuple(dict.fromkeys((each.kind, each.choice) for each in options if _picks(each) is picks))
        for picks in (False, True)
    )
    drawn_to = title.drawn_to()
    set_apart = [chosen for chosen in title.every(Chosen) if not isinstance(chosen, Discards)]
    parts = [name for chosen in set_apart for name in (chosen.pile_name, chosen.rest)]
    own_piles = [
        name for hand in own for name in ((hand.name, Discards.pile) if hand in drawn_to else _pile_names([hand]))
    ]
    folded = () if drawn_to else ("folded", "folded face down")
    return Layout(
        own_piles=(*own_piles, *parts, *folded),
        common_piles=(*_pile_names(common), *(part.name for part in title.every(HouseSet))),
        wagers=tuple(wager.name for wager in (*title.every(Opening), *title.every(LaterBet))),
        plain_moves=plain,
        card_moves=picking,
        hand=own[0].name if own else "",
        hand_cards=own[0].cards if picking else 0,
        decisions=len(title.decisions()),
    )


def _picks(option: Option) -> bool:
    return option.sets is not None and not option.by_house_way


def _pile_names(hands: list[Hand]) -> tuple[str, ...]:
    return tuple(name for hand in hands for name in (hand.pile_name, f"{hand.pile_name} face down"))
