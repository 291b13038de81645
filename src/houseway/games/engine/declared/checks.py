"""Checks of a declaration, made when its class is defined. Each message names the line of the term at fault.

A title is checked against its sheet when the first game is made of it. `check_settlement` verifies that `settle` gives
every wager exactly one result in every ending. It goes through all of them, and is for tests.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from houseway.cards.notation import parse_cards
from houseway.errors import BadDeclaration, HousewayError, unknown
from houseway.games.engine.declared.steps import Ask, DealHand, Draw, PayEnvy, Replace, Settle, Show
from houseway.games.engine.declared.vocabulary import (
    AtLeast,
    Award,
    BestOf,
    Between,
    Cause,
    Chosen,
    Compare,
    Conditions,
    Decision,
    Discards,
    EnvyBonus,
    Exchanged,
    Hand,
    HouseSet,
    LaterBet,
    MeterBet,
    Opening,
    Option,
    Owner,
    Paid,
    Payable,
    Reading,
    Rest,
    Term,
)
from houseway.games.engine.procedure import Order, Step
from houseway.ranking.natural import Strength
from houseway.ranking.system import RankingSystem, ranking_system

if TYPE_CHECKING:
    from houseway.games.engine.declared.title import DeclaredGame

Title = type["DeclaredGame"]
PLAY = "play"
"""The subject of a reading unless its sheet names another."""


def check_declaration(title: Title) -> None:
    """Refuse a declaration that cannot be played."""
    for fact in ("slug", "most_seats", "procedure"):
        if not hasattr(title, fact):
            raise BadDeclaration(f"{title.__name__}: a title says its {fact}")
    hands = (_hands, _chosen, _discards, _exchanged, _best_of, _set_by_house_way)
    for check in (_wagers, *hands, _decisions, _steps, _features):
        for place, fault in check(title):
            raise BadDeclaration(f"{place}: {fault}")


def check_against_sheet(game: "DeclaredGame") -> None:
    """Refuse a declaration that cites a clause or reading missing from its sheet."""
    facts = game.sheet
    for term in game.terms:
        for each in (term, *(term.options if isinstance(term, Decision) else ())):
            for clause in _clauses_of(each):
                if clause not in facts.clauses:
                    raise BadDeclaration(f"{each.place}: {each} cites {clause}, which the sheet has not")
            if unknown := set(_readings_of(each)) - set(facts.readings):
                known = ", ".join(facts.readings) or "none"
                named = ", ".join(sorted(unknown))
                raise BadDeclaration(f"{each.place}: {each} depends on {named}: no such reading; the sheet has {known}")
        if isinstance(term, Paid):
            _check_table(game, term)
        if isinstance(term, Opening | MeterBet) and term.setting and not hasattr(game, term.setting):
            raise BadDeclaration(f"{term.place}: {term} depends on {term.setting!r}, which is not a table setting")
        if isinstance(term, MeterBet):
            _check_prizes(game, term)
        if isinstance(term, EnvyBonus):
            _check_sums(game, term)
    for step in _all_steps(type(game)):
        if isinstance(step, Settle) and (unknown := set(step.when) - set(facts.readings)):
            raise BadDeclaration(f"{game.slug}: a settlement depends on {', '.join(sorted(unknown))}: no such reading")
    _check_every_reading_is_declared(game)


def _check_every_reading_is_declared(game: "DeclaredGame") -> None:
    """Refuse a title of which no term depends on a reading of its sheet. A reading that a method uses is declared too.

    A reading with one choice changes nothing. The engine itself handles a reading about another subject than play, or
    about how hands rank.
    """
    terms = [each for term in game.terms for each in (term, *(term.options if isinstance(term, Decision) else ()))]
    declared = {reading for term in terms for reading in _readings_of(term)}
    declared |= {reading for step in _all_steps(type(game)) if isinstance(step, Settle) for reading in step.when}
    for reading in game.sheet.readings.values():
        asked_by_engine = reading.about != PLAY or reading.ranks
        if len(reading.choices) > 1 and not asked_by_engine and reading.id not in declared:
            raise BadDeclaration(
                f"{game.slug}: no term depends on the reading {reading.id}. If a method asks it, declare it: "
                f'name = Reading("{reading.id}"). Otherwise remove it from the sheet.'
            )


def _clauses_of(term: Term) -> list[str]:
    rule = term.draws if isinstance(term, Hand) else None
    return list(filter(None, [term.clause, *((rule.clause, rule.drawn_clause) if rule is not None else ())]))


def _readings_of(term: Term) -> Conditions:
    if isinstance(term, Opening):
        return {**term.when, **term.equal_when}
    if isinstance(term, Hand):
        return {**term.when, **term.up_when}
    if isinstance(term, Decision):
        return term.largest_when
    if isinstance(term, Reading):
        return {term.id: ()}
    return term.when if isinstance(term, Option | Paid) else {}


def _check_table(game: "DeclaredGame", term: Paid) -> None:
    forms = game.sheet.table_forms
    if term.table not in forms:
        raise BadDeclaration(
            f"{term.place}: {term} is paid by table {term.table!r}; the sheet has {', '.join(forms) or 'none'}"
        )
    sizes, cards = ranking_system(forms[term.table].system).sizes, sum(hand.cards for hand in term.hands)
    if cards not in sizes:
        raise BadDeclaration(
            f"{term.place}: {term} has {cards} cards; {forms[term.table].system} takes {sizes[0]} to {sizes[-1]}"
        )


def _check_prizes(game: "DeclaredGame", term: MeterBet) -> None:
    tables, named = game.sheet.progressives, term.table_at(game)
    if not tables:
        raise BadDeclaration(f"{term.place}: {term} has no table of prizes: the sheet has no progressive")
    if named and named not in tables:
        raise unknown("progressive table", named, tables)
    cards, expected = sum(hand.cards for hand in term.on), {table.cards for table in tables.values()}
    if expected != {cards}:
        raise BadDeclaration(f"{term.place}: {term} has {cards} cards; its prizes are for {expected}")


def _check_sums(game: "DeclaredGame", term: EnvyBonus) -> None:
    form = game.sheet.table_forms.get(term.table)
    if form is None or form.kind != "fixed" or term.hand.cards not in ranking_system(form.system).sizes:
        raise BadDeclaration(
            f"{term.place}: {term} needs a table of fixed sums for {term.hand.cards} cards; the sheet's {term.table!r} "
            "is none"
        )


def check_settlement(game: "DeclaredGame") -> None:
    """Refuse a title that in some ending settles a wager twice, not at all, or by a clause missing from its sheet."""
    for path in game.paths:
        made = {bet for _, option in path for bet in option.bets}
        taken = [wager for wager in game.every(Opening) if wager.taken_at(game)]
        staked = [*taken, *(bet for bet in game.every(LaterBet) if bet in made)]
        for end in game.endings(path):
            settled = list(game.settle(end))
            for each in settled:
                if each.clause not in game.sheet.clauses:
                    raise BadDeclaration(
                        f"{each.wager.place}: settle() cites {each.clause} for {each.wager}, which the sheet has not"
                    )
            results = Counter(each.wager for each in settled)
            for wager in {*staked, *results}:
                if results[wager] > 1 or (wager in staked and not results[wager]):
                    raise BadDeclaration(
                        f"{wager.place}: settle() gives {wager} {results[wager]} results; expected one, where "
                        f"{end.in_words}"
                    )


Faults = Iterator[tuple[str, str]]
"""A mistake: the place and the message."""


def _wagers(title: Title) -> Faults:
    opening = title.every(Opening)
    if not opening:
        yield title.__name__, "a title needs an opening wager"
    for wager in opening:
        for does, other in (("must equal", wager.equal_to), ("rides on", wager.rides_on)):
            if other is not None and (other not in opening or other is wager):
                yield wager.place, f"{wager} {does} {other}, which is no other wager of the title"
    for term in title.terms:
        base = term.of if isinstance(term, LaterBet) else term.on if isinstance(term, Award | EnvyBonus) else None
        if base is not None and base not in opening:
            yield term.place, f"{term} is about {base}, which is no opening wager of the title"
    on_meters = title.every(MeterBet)
    for meter_bet in on_meters:
        if len(on_meters) > 1:
            yield meter_bet.place, f"{meter_bet} is one of {len(on_meters)} wagers on meters; expected one"
        if meter_bet.amount < 1 or any(hand not in title.terms for hand in meter_bet.on):
            yield meter_bet.place, f"{meter_bet} has an amount and is on hands of the title"
    for envy in title.every(EnvyBonus):
        paid = [step for step in _all_steps(title) if isinstance(step, PayEnvy) and step.envy is envy]
        if len(paid) != 1 or len(title.every(EnvyBonus)) > 1 or not envy.hand.is_own:
            yield envy.place, f"{envy} is the one Envy Bonus of a title, on a seat's own hand, and paid once: PayEnvy"
    made = {bet for decision in title.every(Decision) for option in decision.options for bet in option.bets}
    for bet in title.every(LaterBet):
        if bet not in made:
            yield bet.place, f"no option makes {bet}"


def _hands(title: Title) -> Faults:
    for hand in title.every(Hand):
        if hand.cards < 1 or not 0 <= hand.up <= hand.cards:
            yield hand.place, f"{hand} has {hand.cards} cards, {hand.up} of them face up"
        deals = [lap.order for lap in title.procedure for step in lap.steps if _deals(step, hand)]
        parts = [step.cards for step in _all_steps(title) if isinstance(step, DealHand) and step.hand is hand]
        if len(parts) != 1 and (None in parts or not parts):
            yield hand.place, f"the procedure deals {hand} {len(parts)} times; expected once"
        elif parts != [None] and sum(part or 0 for part in parts) != hand.cards:
            yield hand.place, f"the procedure deals {parts} cards of {hand}; expected all {hand.cards}"
        elif (deals[0] is Order.ONCE) is (hand.owner is Owner.SEAT):
            expected = "for every seat, clockwise" if hand.owner is Owner.SEAT else "once"
            yield hand.place, f"{hand} is the {hand.owner.value}'s and must be dealt {expected}"
        shown = hand.up + sum(
            step.cards or 0 for step in _all_steps(title) if isinstance(step, Show) and step.hand is hand
        )
        if shown > hand.cards:
            yield hand.place, f"{hand} has {hand.cards} cards, and {shown} of them are shown"
        if hand.with_bet is not None and hand.with_bet not in title.terms:
            yield hand.place, f"{hand} goes with {hand.with_bet}, which is no bet of the title"
        yield from _draws(title, hand)


def _draws(title: Title, hand: Hand) -> Faults:
    """Check that a hand with a drawing rule is common, face up, and drawn to once. No other hand is drawn to."""
    draws = sum(1 for step in _all_steps(title) if isinstance(step, Draw) and step.hand is hand)
    if draws != (hand.draws is not None):
        yield hand.place, f"the procedure draws to {hand} {draws} times; expected {int(hand.draws is not None)}"
    if hand.draws is not None and (hand.owner is Owner.SEAT or hand.up < hand.cards):
        yield hand.place, f"{hand} has a drawing rule and must be common and dealt face up"
    after = hand.draws.after if hand.draws is not None else None
    if after is not None and after.draws is None:
        yield hand.place, f"{hand} draws after {after}, which never draws"


def _chosen(title: Title) -> Faults:
    picked = {option.sets for decision in title.every(Decision) for option in decision.options}
    for chosen in title.every(Chosen):
        if chosen.of not in title.terms or not chosen.of.is_own or chosen.of.up:
            yield chosen.place, f"{chosen} is of {chosen.of}, which is no hand that a seat has for itself"
        if not 0 < chosen.cards < chosen.of.cards:
            yield chosen.place, f"{chosen} has {chosen.cards} of {chosen.of.cards} cards"
        if chosen not in picked:
            yield chosen.place, f"no option sets {chosen}"


def _discards(title: Title) -> Faults:
    """Check that discarded cards are replaced once, after the question and before the next one."""
    steps = list(_all_steps(title))
    for discards in title.every(Discards):
        asked = [place for place, step in enumerate(steps) if isinstance(step, Ask) and _picks(step.decision, discards)]
        filled = [place for place, step in enumerate(steps) if isinstance(step, Replace) and step.discards is discards]
        if len(filled) != 1:
            yield discards.place, f"the procedure replaces {discards} {len(filled)} times; expected once"
        elif asked and filled[0] != asked[-1] + 1:
            yield discards.place, f"{discards} is not replaced right after it is put away"


def _exchanged(title: Title) -> Faults:
    steps = list(_all_steps(title))
    for drawn in title.every(Hand):
        away = drawn.replaces
        if away is None:
            continue
        if away not in title.terms or drawn.owner is not Owner.SEAT or drawn.up or drawn.cards != away.cards:
            yield drawn.place, f"{drawn} replaces {away}, and must be as many cards, face down, of the seat's own"
        asked = [place for place, step in enumerate(steps) if isinstance(step, Ask) and _picks(step.decision, away)]
        dealt = [place for place, step in enumerate(steps) if _deals(step, drawn)]
        if asked and dealt and min(dealt) < max(asked):
            yield drawn.place, f"{drawn} is dealt before {away} is put away"
    for held in title.every(Exchanged):
        away = held.drawn.replaces
        if held.of not in title.terms or held.drawn not in title.terms or away is None or away.of is not held.of:
            yield held.place, f"{held} is of {held.of} and {held.drawn}, which does not replace cards of it"


def _best_of(title: Title) -> Faults:
    """Check that a best-of hand is part of the dealer's cards, and plays with community cards."""
    for best in title.every(BestOf):
        if best.of not in title.terms or best.of.owner is not Owner.DEALER or not 0 < best.cards < best.of.cards:
            yield best.place, f"{best} is {best.cards} cards of {best.of}, which must be more cards of the dealer's"
        if best.board not in title.terms or best.board.owner is not Owner.TABLE:
            yield best.place, f"{best} plays with {best.board}, which is not a common hand of the title"


def _set_by_house_way(title: Title) -> Faults:
    """Check that a hand set by the house way is the dealer's, and that the rest of it is compared too.

    Without that comparison no hand could be set.
    """
    parts, rests = title.every(HouseSet), title.every(Rest)
    for part in parts:
        if part.of not in title.terms or part.of.owner is not Owner.DEALER:
            yield part.place, f"{part} is set of {part.of}, which is no hand of the dealer's"
    for held in (*parts, *(rest for rest in rests if rest.of in parts)):
        if not any(term.against is held for term in title.every(Compare)):
            yield held.place, f"{held} is compared with nothing"
    for rest in rests:
        if rest.of not in title.terms:
            yield rest.place, f"{rest} is what {rest.of} leaves, which is no term of the title"
    for decision in title.every(Decision):
        for option in decision.options:
            if option.by_house_way and (option.sets is None or not parts):
                yield option.place, f"{option} is set by a house way, and needs cards to set and a dealer who has one"


def _picks(decision: Decision, chosen: Chosen) -> bool:
    return any(option.sets is chosen for option in decision.options)


def _decisions(title: Title) -> Faults:
    for decision in title.every(Decision):
        asks = [lap.order for lap in title.procedure for step in lap.steps if _asks(step, decision)]
        if len(asks) != 1:
            yield decision.place, f"the procedure asks {decision} {len(asks)} times; expected once"
        elif asks[0] is Order.ONCE:
            yield decision.place, f"{decision} is a seat's and must be asked for every seat"
        for cause in (decision.if_tied, decision.unless_made):
            if cause is not None and cause not in title.terms:
                yield decision.place, f"{decision} depends on {cause}, which is no term of the title"
        if len(decision.options) < 2 and not any(option.sets for option in decision.options):
            yield decision.place, f"{decision} needs two options or more; it has {len(decision.options)}"
        for what in ("name", "key"):
            times = Counter(getattr(option, what) for option in decision.options if not option.when)
            for text, count in times.items():
                if count > 1:
                    yield decision.place, f"{decision} has {count} options with the {what} {text!r}"
        for option in decision.options:
            for named in (option.sets, option.compares, option.takes_back):
                if named is not None and named not in title.terms:
                    yield option.place, f"{option} names {named}, which is no term of the title"
            if option.holding is not None:
                yield from ((option.place, f"{option} {fault}") for fault in _cannot_hold(title, option.holding))
            if option.takes_back is not None and (option.folds or option.bets):
                yield option.place, f"{option} takes {option.takes_back} back, and can neither fold nor bet besides"
            if option.bets and (option.folds or option.times < 1):
                yield option.place, f"{option} must either fold or bet, at least once {option.bets[0].of.title}"
        staying = next((option for option in decision.options if not option.folds), None)
        if staying is not None and staying.holding is not None:
            yield staying.place, f"{staying} is the least that stays in, and must be open to every hand"


def _cannot_hold(title: Title, needed: AtLeast) -> Iterator[str]:
    """Return the mistake in the hand that an option needs."""
    if needed.hand not in title.terms or not needed.hand.is_own:
        yield f"needs {needed.hand}, which is no hand that a seat has for itself"
        return
    try:
        system = ranking_system(needed.system)
        parse_cards(needed.lowest, deck=system.deck, count=system.sizes)
    except HousewayError as error:
        yield f"needs {needed.lowest!r}: {error}"
        return
    if needed.hand.cards not in system.sizes:
        yield f"needs a hand of {needed.hand.cards} cards; {system.name} takes {system.sizes[0]} to {system.sizes[-1]}"


def _steps(title: Title) -> Faults:
    steps = list(_all_steps(title))
    first = steps[0] if steps else None
    if not isinstance(first, DealHand):
        yield title.__name__, "the procedure must begin with a deal"
    if not any(isinstance(step, Settle) and not step.wagers for step in steps):
        yield title.__name__, "the procedure must settle all that is left: Settle()"
    dealt: list[Hand] = []
    for step in steps:
        if isinstance(step, DealHand):
            dealt.append(step.hand)
        elif isinstance(step, Show):
            if step.hand not in dealt or step.hand.owner is Owner.SEAT:
                yield step.hand.place, f"{step.hand} is shown before it is dealt, or is a seat's own"
        elif isinstance(step, Ask) and not any(hand.owner is Owner.SEAT for hand in dealt):
            yield step.decision.place, f"{step.decision} is asked before a seat has cards"
    for step in steps:
        for term in _named(step):
            if term not in title.terms:
                yield term.place, f"the procedure names {term}, which is no term of the title"


def _features(title: Title) -> Faults:
    for term in title.every(Compare):
        try:
            system = ranking_system(term.system)
            for lowest in filter(None, (term.qualifier, term.always_against)):
                if lowest not in system.order:
                    parse_cards(lowest, deck=system.deck, count=system.sizes)
        except HousewayError as error:
            yield term.place, f"{term}: {error}"
            continue
        for cards in (term.own_hands, term.dealer_hands):
            count = sum(hand.most_cards if isinstance(hand, Hand) else hand.cards for hand in cards)
            if count not in system.sizes:
                yield (
                    term.place,
                    f"{term} has {count} cards; {term.system} takes {system.sizes[0]} to {system.sizes[-1]}",
                )
    for between in title.every(Between):
        try:
            bounds = [text for text in (between.lowest, between.highest) if text]
            strengths = list(map(_strength(ranking_system(between.system)), bounds))
        except HousewayError as error:
            yield between.place, f"{between}: {error}"
            continue
        if strengths[0] > strengths[-1]:
            yield between.place, f"{between}: {between.lowest} is above {between.highest}"
    for paid in title.every(Paid):
        if not paid.hands:
            yield paid.place, f"{paid} names no hand"
    for feature in (term for term in title.terms if isinstance(term, Cause)):
        for hand in feature.hands:
            if hand not in title.terms:
                yield feature.place, f"{feature} looks at {hand}, which is no hand of the title"


def _strength(system: RankingSystem) -> Callable[[str], Strength]:
    """Return the place of a hand in the order by the readable ranker, so that a check loads no tables."""
    return lambda text: system.strength(parse_cards(text, deck=system.deck, count=system.hand_size))


def _all_steps(title: Title) -> Iterator[Step]:
    return (step for lap in title.procedure for step in lap.steps)


def _deals(step: Step, hand: Hand) -> bool:
    return isinstance(step, DealHand) and step.hand is hand


def _asks(step: Step, decision: Decision) -> bool:
    return isinstance(step, Ask) and step.decision is decision


def _named(step: Step) -> tuple[Term | Payable, ...]:
    if isinstance(step, DealHand | Draw | Show):
        return (step.hand,)
    if isinstance(step, Ask):
        return (step.decision,)
    if isinstance(step, Replace):
        return (step.discards,)
    if isinstance(step, PayEnvy):
        return (step.envy,)
    return step.wagers if isinstance(step, Settle) else ()
