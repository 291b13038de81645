"""The rules in a report: scope, source, clauses, deck, ranking, house way and pay tables."""

from collections.abc import Iterator

from houseway.games.conditions import checklist
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare
from houseway.games.engine.game import Game
from houseway.games.engine.limits import jurisdictions
from houseway.games.engine.paytable import PaySet, TableForm, is_explained, note_of, shown_rows
from houseway.games.engine.sheet import Letter
from houseway.games.house_way_lines import written_house_way
from houseway.games.letters import Part, concordance_of, has_letter
from houseway.games.telling.words import capital, pay_table_words, set_words, table_choice_words
from houseway.ranking import ranking
from houseway.report.formats import prose_date, sentence, whole
from houseway.report.method import method_of
from houseway.report.model import Block, Column, Paragraph, Points, Section, Table, figures, words
from houseway.report.provenance import deck_words, told_pay_table


def source_section(game: Game) -> Section:
    """Return the section on the game: a summary, the letter, the wagers, and the differences from the letter."""
    facts = game.sheet
    letter = facts.letter
    rows = [
        ("Kind of game", facts.kind),
        *_letter_facts(letter),
        ("Seats", f"{game.seats[0]} to {game.seats[-1]}"),
        ("Deck", deck_words(game)),
    ]
    if game.pay_set is not None:
        rows.append(("Pay table of this report", told_pay_table(game)))
    wagers = [
        (capital(wager.title), "required" if wager.required else "optional", wager.clause)
        for wager in game.wagers
        if game.takes(wager)
    ]
    return Section.of(
        "Scope and source of the rules",
        Paragraph(facts.summary),
        Paragraph(
            f"{_where_from(letter)} Where rules conflict, WAC 230-15-065 sets the order: the WAC, the approved rules, "
            "house rules, Hoyle."
        ),
        Table.of("The game", ["Fact", "Value"], rows),
        Table.of("Opening wagers", ["Wager", "Kind", "Clause"], wagers),
        *_departures(game),
    )


def _letter_facts(letter: Letter) -> list[tuple[str, str]]:
    """Return the facts of the approval letter. A draft has only its date and its author."""
    day = prose_date(letter.day)
    if letter.draft:
        return [("Date of the draft", day), ("Author", letter.addressee)]
    return [
        ("Date of the letter", day),
        ("Addressee", letter.addressee),
        ("Submission", letter.submission or "no number in the letter"),
    ]


def _where_from(letter: Letter) -> str:
    """Return the origin of the rules, and how open questions are settled."""
    if letter.draft:
        return (
            "This is a draft. No letter approves the game. Its rules are stated here in numbered clauses. Where they "
            "leave a question open, a reading (an interpretation) answers it. This report lists every reading, with "
            "its effect where it was counted."
        )
    if letter.listed is not None:
        return (
            "An approval letter of the Washington State Gambling Commission lists the title as number"
            f"{'s' * bool(letter.also_listed)} {letter.numbers} "
            "and encloses no rules. The rules are restated from public sources in numbered clauses. Where the sources "
            "are silent or contradict each other, a reading (an interpretation) settles the question. This report "
            "lists every reading, with its effect where it was counted."
        )
    return (
        "The rules are those of an approval letter of the Washington State Gambling Commission, restated in numbered "
        "clauses. Where the letter is silent or contradicts itself, a reading (an interpretation) settles the "
        "question. This report lists every reading, with its effect where it was counted."
    )


def _departures(game: Game) -> Iterator[Block]:
    changes = game.modifications()
    if not changes:
        own = "pay table and deck" if game.pay_set is not None else "deck"
        yield Paragraph(
            f"This table uses the {game.sheet.letter.source}'s {own} and our default readings.", strong=True
        )
        return
    yield Paragraph(
        f"This table differs from the {game.sheet.letter.source}'s pay tables or deck, or from our default readings. "
        "Ask the commission about each difference before you offer the game (GEN-1):",
        strong=True,
    )
    yield Points(tuple(sentence(change) for change in changes))


def rules_section(game: Game) -> Section:
    """Return the section with every clause and the conditions of approval."""
    place = game.limits.jurisdiction
    conditions = checklist(game.slug, place).conditions if place in jurisdictions() and has_letter(game.slug) else ()
    return Section.of(
        "Rules by clause",
        Table.of(
            f"Clauses of the {game.sheet.letter.source}",
            ["Clause", words("Rule")],
            game.sheet.clauses.items(),
        ),
        Table.of(
            f"Conditions of approval in this letter for {jurisdictions()[place]}",
            ["Clause", words("Condition")],
            [(condition.id, condition.text) for condition in conditions],
        )
        if conditions
        else None,
        concordance_part(game.slug) if has_letter(game.slug) else None,
    )


def concordance_part(slug: str) -> Section:
    """Return the letter item by item, with the clause that implements each item."""
    letter = concordance_of(slug)
    return Section.of(
        "Concordance with the letter",
        Paragraph(
            "Each item of the letter, in its order and numbering and in our words, with the clause, reading, pay "
            "table, setting or house-way line that implements it, or the reason that none does."
        ),
        *[_items_table(part) for part in letter.about(slug)],
        Table.of("Clauses and readings that we added", ["Id", words("Source")], letter.own.items())
        if letter.own
        else None,
    )


def _items_table(part: Part) -> Table:
    rows = [(item.number, item.says, item.carried) for item in part.items]
    return Table.of(part.title, ["Item", words("Text"), words("Implemented by")], rows)


def equipment_section(game: Game) -> Section:
    """Return the section on the deck, the ranking of hands and the house way."""
    systems = _ranked_by(game)
    return Section.of(
        "Deck, ranking and house way",
        Section.of("Deck", Paragraph(_deck(game))),
        Section.of("Ranking", *[_ranking_table(game, name) for name in systems]) if systems else None,
        Section.of("House way", *_house_way(game)),
    )


def _ranked_by(game: Game) -> tuple[str, ...]:
    """Return the rankings of comparisons, then those of pay tables. One with a single kind of hand is left out."""
    if not isinstance(game, DeclaredGame):
        return game.ranking_systems
    tables = game.pay_set.tables.values() if game.pay_set is not None else ()
    compared = [game.system(term) for term in game.every(Compare)]
    paid = [game.ranked_as(table.form.system) for table in tables if len(table.rows) > 1]
    return tuple(name for name in dict.fromkeys([*compared, *paid]) if len(ranking(name).system.order) > 1)


def _deck(game: Game) -> str:
    deck = game.deck
    usual = type(game).default_deck(game.readings)
    if deck != usual:
        return f"A deck of {whole(deck.size)} cards. The letter's deck has {whole(usual.size)}."
    jokers = sum(deck.copies[52:])
    if jokers:
        added = "a joker" if jokers == 1 else f"{jokers} jokers"
        return f"{deck.size} cards: the 52 standard cards and {added}. Each round is dealt from a full deck."
    if deck.max_copies > 1:
        return f"{deck.max_copies} decks of 52 cards, {whole(deck.size)} cards. Each round is dealt from a full shoe."
    return "One standard deck of 52 cards. Each round is dealt from a full deck."


def _ranking_table(game: Game, name: str) -> Table:
    """Return the kinds of hands from the top, with their numbers if the ranking covers this deck."""
    ranked = ranking(name)
    system = ranked.system
    order = list(reversed(system.order))
    caption = f"Ranking of hands, highest first: {system.title}"
    if system.deck != game.deck or system.whole:
        return Table.of(caption, [figures("Rank"), "Hand"], [(str(n), str(c)) for n, c in enumerate(order, 1)])
    size = system.hand_size if system.hand_size > 1 else system.most_cards
    census = ranked.census(size)
    counts = [int(census[values.start : values.stop].sum()) for values in map(ranked.values_of, order)]
    rows = [
        (str(n), str(category), whole(count)) for n, (category, count) in enumerate(zip(order, counts, strict=True), 1)
    ]
    return Table.of(
        caption,
        [figures("Rank"), "Hand", figures(f"Hands of {size} cards")],
        [*rows, ("", "total", whole(sum(counts)))],
        totals=1,
    )


def _house_way(game: Game) -> Iterator[Block]:
    yield Paragraph(method_of(game).dealer)
    rules = written_house_way(game)
    if rules is not None:
        yield Table.of(
            f"House way ({rules.clause}): the first line that applies",
            [figures("Line"), f"The dealer {rules.does}"],
            [(str(number), words) for number, words in rules.lines],
        )


def pay_table_section(game: Game) -> Section:
    """Return the pay tables in force, beside the other ones of the letter."""
    if game.pay_set is None:
        return Section.of("Pay tables", Paragraph(method_of(game).no_pay_table))
    sets = {**game.sheet.pay_sets, game.pay_set.name: game.pay_set}
    note = "Offered only to seats that bet the same amount on Ante and Bonus." if game.pay_set.equal_bets else ""
    forms = game.sheet.table_forms.values()
    return Section.of(
        "Pay tables",
        Paragraph(f"In force: {pay_table_words(game.pay_set.name)}. {note}".strip()),
        *[_pay_table(form, list(sets.values()), game) for form in forms],
        Points(tuple(sentence(warning) for warning in game.pay_set.warnings)) if game.pay_set.warnings else None,
    )


def _pay_table(form: TableForm, sets: list[PaySet], game: Game) -> Table:
    chosen = game.pay_set
    assert chosen is not None, "a pay table is in force"
    unit = "to 1" if form.kind == "odds" else "fixed sums"
    columns: list[Column] = [Column("Hand"), figures(f"In force: {_chosen_name(form, game, chosen)}")]
    others = [pay_set for pay_set in sets if pay_set is not chosen]
    columns += [figures(f"Letter: {set_words(pay_set.name)}") for pay_set in others]
    rows = [(label, *cells) for label, cells in shown_rows(form.name, [chosen, *others])]
    to_explain = any(is_explained(cell) for _, *cells in rows for cell in cells)
    note = note_of(chosen[form.name]) if to_explain else ""
    return Table.of(f"{capital(form.title)}, {unit}", columns, rows, note=note)


def _chosen_name(form: TableForm, game: Game, chosen: PaySet) -> str:
    """Return the name of the chosen table, or of the whole set if tables are not chosen one by one."""
    alone = game.sheet.pay_sets.choices.get(form.name, {})
    names = [name for name, table in alone.items() if table == chosen[form.name]]
    return table_choice_words(names[0]) if names else set_words(chosen.name)
