"""One case of an audit file, read: the game, its options, and the cards as they were typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from scorecheck.audit.verdict import checked_status
from scorecheck.errors import UsageError, one_line, quoted
from scorecheck.game.card import Card, Number, check_keys
from scorecheck.game.catalogue import Catalogue
from scorecheck.game.columns import ColumnsCard
from scorecheck.game.dice import Roll, as_roll
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Named, Phrase

Case = Mapping[str, object]
Shape = Literal["card", "cards", "games"]
_KEYS = (
    *("id", "variant", "options", "status", "card", "cards", "games"),
    *("names", "winner", "match_total", "dice"),
)
_SHAPES: tuple[Shape, ...] = ("card", "cards", "games")
_BESIDE: Mapping[str, Shape] = {
    "names": "cards",
    "winner": "cards",
    "match_total": "games",
    "dice": "card",
}
"""What has a meaning only beside one of the shapes."""

CORRECT = Phrase("correct the file; `scorecheck audit --help` shows its format")

Item = TypeVar("Item", Card, ColumnsCard)


@dataclass(frozen=True)
class CaseFile:
    """A case that parses.

    `cards` or, for a game whose sheet has several columns, `sheets` hold what is in `shape`.
    `listed` says of each sheet whether its columns were given as a list. `names` are the players
    or teams of a table, where they are told. `dice` gives the roll behind a box.
    """

    id: object
    template: Template
    options: Mapping[str, object]
    status: str
    shape: Shape
    cards: tuple[Card, ...] = ()
    sheets: tuple[ColumnsCard, ...] = ()
    listed: tuple[bool, ...] = ()
    dice: Mapping[str, Roll] = field(default_factory=dict)
    winner: frozenset[int] | None = None
    match_total: Number | None = None
    names: tuple[str, ...] = ()


def parse_case(case: Case, catalogue: Catalogue) -> CaseFile:
    """Read one case.

    Raises:
        UsageError: an unknown variant, option or status, or an entry that does not parse.
    """
    if not case.get("variant"):
        raise wrong("variant", Phrase("the name of a game, such as yatzy"), Phrase("nothing"))
    template = catalogue.get(str(case["variant"]))
    check_keys(case, _KEYS, template, "case")
    options = template.resolve_options(_mapping(case, "options"))
    shape = _shape(case)
    items = [case["card"]] if shape == "card" else _list(case, shape)
    if template.columns and shape == "games":
        raise wrong("games", Phrase("card or cards, as a sheet has several columns"), "games")
    several = bool(template.columns)
    return CaseFile(
        id=_id(case),
        template=template,
        options=options,
        status=checked_status(str(case.get("status", "in-progress"))),
        shape=shape,
        cards=() if several else _each(items, shape, template, Card.from_json),
        sheets=_each(items, shape, template, ColumnsCard.from_json) if several else (),
        listed=tuple(_listed(item) for item in items),
        dice=_dice(case, template),
        winner=_winners(case, len(items)),
        match_total=_match_total(case),
        names=_names(case, len(items)),
    )


def wrong(place: str, expected: str, found: object) -> UsageError:
    """The error for a part of a case that does not parse."""
    return UsageError(
        Phrase(
            "{place}: expected {expected}, found {found}",
            place=place if isinstance(place, Phrase) else one_line(place),
            expected=expected,
            found=found if isinstance(found, Phrase) else repr(str(found)[:60]),
        ),
        help=CORRECT,
        code="case-format",
    )


def _shape(case: Case) -> Shape:
    given = [shape for shape in _SHAPES if shape in case]
    if len(given) != 1:
        raise wrong("case", Phrase("exactly one of card, cards and games"), given)
    for key, home in _BESIDE.items():
        if home != given[0] and case.get(key) not in (None, {}, []):
            raise UsageError(
                Phrase(
                    "{key}: it says nothing beside {given}, only beside {home}",
                    key=key,
                    given=given[0],
                    home=home,
                ),
                help=Phrase(
                    "take it out, or give {home}; `scorecheck audit --help` shows the format",
                    home=home,
                ),
                code="case-format",
            )
    return given[0]


def _each(
    items: Sequence[object],
    shape: Shape,
    template: Template,
    parse: Callable[[object, Template], Item],
) -> tuple[Item, ...]:
    """The cards; of several, an error says in which one it is."""
    parsed = []
    for number, item in enumerate(items, start=1):
        try:
            parsed.append(parse(item, template))
        except UsageError as error:
            if shape == "card":
                raise
            raise UsageError(
                Joined([f"{shape[:-1]} {number}", error.message], between=": "),
                help=error.help,
                code=error.code,
            ) from error
    return tuple(parsed)


def _listed(data: object) -> bool:
    return isinstance(data, Mapping) and isinstance(data.get("columns"), list)


def _list(case: Case, key: str) -> list[object]:
    items = case[key]
    if not isinstance(items, list) or not items:
        raise wrong(key, Phrase("a list of cards"), items)
    return items


def _id(case: Case) -> str | int | None:
    given = case.get("id")
    if isinstance(given, bool) or not (given is None or isinstance(given, str | int)):
        raise wrong("id", Phrase("a text or a whole number"), given)
    return given


def _winners(case: Case, players: int) -> frozenset[int] | None:
    given = case.get("winner")
    if given is None:
        return None
    seats = given if isinstance(given, list) else [given]
    if not all(type(seat) is int and 1 <= seat <= players for seat in seats):
        raise wrong(
            "winner", Phrase("a player's number from 1 to {n}, or a list", n=players), given
        )
    return frozenset(seats)


def _match_total(case: Case) -> Number | None:
    written = case.get("match_total")
    if isinstance(written, bool) or not (written is None or isinstance(written, int | float)):
        raise wrong("match_total", Phrase("a number"), written)
    return written


def _names(case: Case, players: int) -> tuple[str, ...]:
    given = case.get("names")
    if given is None:
        return ()
    if (
        not isinstance(given, Sequence)
        or len(given) != players
        or not all(isinstance(name, str) for name in given)
        or isinstance(given, str)
    ):
        raise wrong("names", Phrase("a list of {n} names", n=players), given)
    return tuple(given)


def _dice(case: Case, template: Template) -> dict[str, Roll]:
    rolls: dict[str, Roll] = {}
    boxes = _boxes(template)
    for box, faces in _mapping(case, "dice").items():
        if box not in boxes:
            raise UsageError(
                Phrase(
                    "dice: {game} has no box {box}", game=Named(template.title), box=quoted(box)
                ),
                help=_how_to_name(template, boxes[0]),
                code="case-format",
            )
        roll = as_roll(faces, template.dice)
        if roll is None:
            raise wrong(
                f"dice.{box}", Phrase("a list of {n} numbers from 1 to 6", n=template.dice), faces
            )
        rolls[box] = roll
    return rolls


def _how_to_name(template: Template, example: str) -> str:
    """What to write for a box of this game."""
    listed = f"`scorecheck variants {template.id}`"
    if template.columns:
        return Phrase(
            "name a box as in {listed}, with its column: {example}", listed=listed, example=example
        )
    return Phrase("name a box as in {listed}", listed=listed)


def _boxes(template: Template) -> list[str]:
    """The places of all boxes; of a game with several columns with the column: `c1.ones`."""
    columns = [f"{column.id}." for column in template.columns] or [""]
    return [f"{lead}{box.id}" for lead in columns for box in template.boxes]


def _mapping(case: Case, key: str) -> dict[str, object]:
    value = case.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise wrong(key, Phrase("an object"), value)
    return {str(name): item for name, item in value.items()}
