"""The messages that clients may send. Types, sizes and depths are checked before anything else uses them."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt

from houseway.room.names import is_text

MOST_CENTS = 10**12


def _check_text(text: str) -> str:
    """Refuse text with a NUL or another control character, because no database stores it and no page shows it."""
    if not is_text(text):
        raise ValueError("Control characters are not allowed.")
    return text


PlainText = Annotated[str, AfterValidator(_check_text)]
Slug = Annotated[PlainText, Field(max_length=60, description="A game's name, as GET /api/games lists it.")]
MOST_SIDE_BETS = 12
ShortText = Annotated[PlainText, Field(max_length=80)]
Reason = Annotated[PlainText, Field(min_length=1, max_length=200, description="The reason, kept in the log.")]
CardsText = Annotated[PlainText, Field(max_length=200, description="Cards such as `As Td 2c Jk`.")]
Amount = Annotated[int, Field(strict=True, ge=0, le=MOST_CENTS, description="Play chips, in whole cents.")]
SeatNumber = Annotated[int, Field(strict=True, ge=0, le=20)]
MeterNumber = Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
PartOfABet = Annotated[str, Field(pattern=r"^[01](\.\d{1,6})?$", description="Share of a bet, such as 0.25.")]
RowText = Annotated[PlainText, Field(max_length=60)]
PayTableName = Annotated[PlainText, Field(max_length=200, description="A name, or TABLE=NAME pairs, such as a=1, b=2.")]
PayTableRows = Annotated[dict[RowText, StrictInt | RowText], Field(max_length=40)]
PayTable = Annotated[
    dict[RowText, StrictBool | RowText | PayTableRows],
    Field(
        max_length=12,
        description="Rows as a pay table file has them: name, base, monotone, confirm_gaps, and a table per form.",
    ),
]
Readings = Annotated[dict[ShortText, ShortText], Field(max_length=40)]
Setting = StrictBool | StrictInt | Annotated[str, Field(pattern=r"^([A-Za-z0-9-]{1,20}|\d{1,6}/[1-9]\d{0,5})$")] | None


class Message(BaseModel):
    """A message from a client. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Credentials(Message):
    """A new account."""

    name: Annotated[PlainText, Field(min_length=1, max_length=40)]
    password: Reason


class SignIn(Message):
    """A name and a password, or a guest."""

    name: Annotated[PlainText, Field(min_length=1, max_length=40)] | None = None
    password: Reason | None = None
    guest: StrictBool = False


class NewPassword(Message):
    """A new password, and the one that it replaces."""

    old: Reason
    new: Reason


class NewRole(Message):
    """A role that an operator gives to an account or takes from it, with the reason."""

    role: Literal["operator", "player"]
    reason: Reason


class SignOutEverywhere(Message):
    """The reason for ending all sessions of an account."""

    reason: Reason


class NewTable(Message):
    """A table to open. Everything except the game has a default."""

    game: Slug
    readings: Readings = {}
    paytable: PayTableName | PayTable | None = None
    seats: SeatNumber | None = None
    bots: Annotated[dict[Annotated[str, Field(pattern=r"^\d{1,2}$")], ShortText], Field(max_length=20)] = {}
    jurisdiction: ShortText = "washington"
    on: date | None = None
    options: Annotated[dict[ShortText, Setting], Field(max_length=12)] = {}
    private: bool = False
    meters: Annotated[dict[ShortText, MeterNumber], Field(max_length=6)] = {}


class NewMeter(Message):
    """A meter to open."""

    title: Annotated[PlainText, Field(min_length=1, max_length=40)]
    seed: Amount
    increment: PartOfABet
    reserve: PartOfABet = "0"
    cap: Amount | None = None


class MeterChange(Message):
    """A change to a meter, with the reason: the new amount, a new cap (none lifts it), or the seed that the house takes
    back.
    """

    what: Literal["correct", "cap", "recover"]
    amount: Amount | None = None
    reason: Reason


class MeterClosing(Message):
    """The reason for closing a meter, and the meter that receives the players' money."""

    reason: Reason
    into: MeterNumber | None = None


class GameChoice(Message):
    """A game with its readings and pay table."""

    game: Slug
    readings: Readings = {}
    paytable: PayTableName | PayTable | None = None


class NewJob(GameChoice):
    """An analysis for the laboratory."""

    strategy: ShortText = "optimal"


class NewReport(GameChoice):
    """The math report of a game, as a file."""

    form: Literal["pdf", "html"] = "pdf"


class NewComparison(GameChoice):
    """A game compared with its base: the default readings, and the pay table of the game's sheet that `base` names."""

    base: RowText | None = None
    form: Literal["figures", "pdf"] = "figures"


class NewShift(GameChoice):
    """An operator's assumptions about a shift in a card room. Numbers are as people type them."""

    tables: Annotated[int, Field(strict=True, ge=1, le=1000)] = 1
    hours: ShortText = "8"
    rounds_per_hour: ShortText = "40"
    seats: SeatNumber | None = None
    ante: Amount = 2500
    bonus: Amount | None = None
    side_bets: Annotated[dict[ShortText, Amount], Field(max_length=MOST_SIDE_BETS)] = {}
    uptake: Annotated[dict[ShortText, ShortText], Field(max_length=MOST_SIDE_BETS)] = {}
    skill: ShortText = "optimal"


class Situation(GameChoice):
    """A situation that needs advice."""

    cards: CardsText
    board: CardsText = ""
    dealer: CardsText = ""
    dead: CardsText = ""
    stage: Annotated[int, Field(strict=True, ge=1, le=4)] = 1


class SolvedSpot(Message):
    """A river between two players to be solved, and the decision and hand to show.

    `target` is the maximum exploitability of the solution, in percent of the pot.
    """

    game: Slug
    board: CardsText
    holds: Annotated[list[Annotated[int, Field(strict=True, ge=1, le=5)]], Field(min_length=2, max_length=2)]
    pot: Annotated[float, Field(ge=0.01, le=100_000, description="In big blinds.")] = 8.0
    ranges: Annotated[
        list[
            Annotated[PlainText, Field(max_length=400, description="Range, such as AA, KQs, 0.5:T9. Empty: all hands.")]
        ],
        Field(min_length=2, max_length=2),
    ] = ["", ""]
    locks: Annotated[list[Annotated[PlainText, Field(max_length=200)]], Field(max_length=10)] = []
    target: Annotated[float, Field(ge=0.05, le=10)] = 0.5
    line: Annotated[PlainText, Field(max_length=80, description="The actions so far, such as `check bet`.")] = ""
    hand: CardsText = ""


class NewDrill(Message):
    """A drill to be dealt."""

    game: Slug
    seed: Annotated[PlainText, Field(min_length=1, max_length=80)] | None = None
    seats: SeatNumber | None = None
    level: Annotated[int, Field(strict=True, ge=1, le=3)] = 2


class DrillAnswer(Message):
    """The answer to one question: cards, one option, an amount in cents, or options in order."""

    question: Annotated[PlainText, Field(max_length=8)]
    answer: StrictInt | ShortText | Annotated[list[ShortText], Field(max_length=40)] | None


class ActionIn(Message):
    """One action: cards as text, an amount in cents, an option."""

    kind: Annotated[PlainText, Field(max_length=40)]
    cards: CardsText = ""
    amount: Amount = 0
    option: ShortText = ""


class PastDecision(Message):
    """The player's decision in a finished round."""

    table: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
    round: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
    move: Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]


class WantedSpot(Message):
    """The kind of spot to deal: any, a close one, one of a kind, or one that this person missed.

    `past` repeats a decision that this person took at a table. In a close one, the best option gains at most this share
    of a unit over the next.
    """

    what: Literal["any", "close", "kind", "mistakes", "past"] = "any"
    past: PastDecision | None = None
    share: Annotated[str, Field(pattern=r"^0?\.\d{1,3}$|^1$", description="A share of a unit, such as 0.1.")] = "0.1"
    decision: Annotated[PlainText, Field(max_length=160)] = ""
    hand: Annotated[PlainText, Field(max_length=60)] = ""


class SpotAnswer(Message):
    """The answer to a spot."""

    action: ActionIn


class NewLimits(Message):
    """The house's limits on each opening wager of a table, with the reason."""

    least: Amount = 0
    largest: Amount | None = None
    reason: Reason


class NewRuling(Message):
    """An irregularity that an operator declares in the round in progress."""

    name: ShortText
    reason: Annotated[str, Field(min_length=1, max_length=400)]
    number: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1, description="The number of the round.")]


class Sit(Message):
    """Take a seat. A buy-in brings chips to a player vs. player table."""

    type: Literal["sit"]
    seat: SeatNumber


class Leave(Message):
    """Give up the seat."""

    type: Literal["leave"]


class PlaceBet(Message):
    """Opening wagers by name, and the commitment to the browser's player seed for the shuffle of round `number`."""

    type: Literal["bet"]
    wagers: Annotated[dict[ShortText, Amount], Field(max_length=16)]
    promise: Annotated[PlainText, Field(max_length=64)] = ""
    number: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)] | None = None


class Reveal(Message):
    """The committed player seed, revealed after the bets are closed."""

    type: Literal["reveal"]
    contribution: Annotated[PlainText, Field(max_length=64)]


class Act(Message):
    """The answer to the decision with this number. `warn` asks for a warning instead, if it is a blunder."""

    type: Literal["act"]
    action: ActionIn
    move: Annotated[int, Field(strict=True, ge=0, le=2**53)]
    warn: bool = False


class AskAdvice(Message):
    """Ask for the exact value of every option."""

    type: Literal["advice"]


class SitOut(Message):
    """Sit out rounds without giving up the seat."""

    type: Literal["sit_out"]
    value: StrictBool


class Coach(Message):
    """Turn the judgment of decisions on or off for this connection."""

    type: Literal["coach"]
    value: StrictBool


class Rebuy(Message):
    """Buy more play chips."""

    type: Literal["rebuy"]


class Say(Message):
    """Say a phrase, by its name in GET /api/phrases, to everyone at the table."""

    type: Literal["phrase"]
    phrase: Annotated[PlainText, Field(max_length=20)]


class Ping(Message):
    """Check that the server answers."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Sit | Leave | PlaceBet | Reveal | Act | AskAdvice | SitOut | Coach | Rebuy | Say | Ping, Field(discriminator="type")
]


class ErrorOut(BaseModel):
    """The reason why a request was refused."""

    code: str
    message: str
    detail: list[dict[str, str]] | None = None
    seconds: float | None = None
    """For `being_prepared`: the seconds until a retry."""


Plain = dict[str, Any]
