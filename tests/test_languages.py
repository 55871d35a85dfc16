"""Every sentence in every language: the catalogues are whole, and findings speak all of them."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from scorecheck.audit.cases import CaseVerdict, judge_case
from scorecheck.audit.codes import RULES, rule_page
from scorecheck.audit.rule import Rule
from scorecheck.audit.words import both, either, player, values_in_words
from scorecheck.errors import UsageError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.languages import update
from scorecheck.languages.catalogues import LANGUAGES, formal, language, translator
from scorecheck.languages.phrase import (
    Figure,
    Joined,
    Named,
    Phrase,
    Plural,
    Said,
    Sentence,
    Within,
    translate,
)
from scorecheck.resources import PACKAGE

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
CASES = Path(__file__).parent / "cases"
GAP = re.compile(r"\{\w+\}|%\(\w+\)s")
ENGLISH_WORDS = re.compile(r"\b(the|is|are|but|that|with|says|from|which|there|struck|blank)\b")

FOREIGN = {
    "sv": re.compile(r"[æøß]|\b(ikke|og|det er|nicht|und|ist)\b", re.I),
    "no": re.compile(r"[äöüß]|\b(inte|och|är|för|som inte|nicht|und|ist)\b", re.I),
    "de": re.compile(r"[åæø]|\b(inte|och|är|ikke|og|eller|det|rutan)\b", re.I),
}
"""Letters and words that a language has not, and its neighbours have."""

Texts = tuple[str, ...]


@pytest.fixture(scope="module")
def template() -> Catalog:
    return update.sentences()


def texts(message: object) -> Texts:
    """Of a message's id or translation: its one text, or its two where it counts something."""
    return tuple(message) if isinstance(message, list | tuple) else (str(message or ""),)


@pytest.mark.parametrize("lang", OTHERS)
def test_every_sentence_has_a_translation_and_no_other_has(lang: str, template: Catalog) -> None:
    catalog = update.read(lang)
    wanted = {texts(message.id) for message in template if message.id}
    assert {texts(message.id) for message in catalog if message.id} == wanted, (
        "run python -m scorecheck.languages.update"
    )
    assert len(wanted) > 300
    assert list(update.waiting(catalog)) == []


@pytest.mark.parametrize("lang", OTHERS)
def test_translations_fill_no_gap_that_the_sentence_has_not(lang: str) -> None:
    for message in update.read(lang):
        told = texts(message.string)
        assert len(told) == len(texts(message.id))
        for text, english in zip(told, texts(message.id), strict=True):
            assert set(GAP.findall(text)) <= set(GAP.findall(english)), english
            assert text.endswith(".") == english.endswith("."), english
            assert text.count("{") == text.count("}")


def test_a_text_filled_in_for_one_language_stays_in_it() -> None:
    new = Catalog()
    new.add("a new sentence")
    swedish, german = update.renewed("sv", new), update.renewed("de", new)
    swedish["a new sentence"].string = "en ny mening"
    assert not german["a new sentence"].string


@pytest.mark.parametrize("lang", OTHERS)
def test_no_sentence_stands_in_the_catalogue_of_a_neighbour(lang: str) -> None:
    for message in update.read(lang):
        for text in texts(message.string) if message.id else ():
            assert not FOREIGN[lang].search(text), text


@pytest.mark.parametrize("lang", OTHERS)
def test_what_gettext_reads_is_what_people_wrote(lang: str) -> None:
    said = translator(lang)
    for message in update.read(lang):
        if not message.id:
            continue
        one, *many = texts(message.id)
        if many:
            told = (said.ngettext(one, many[0], 1), said.ngettext(one, many[0], 2))
            assert told == texts(message.string)
        else:
            assert said.gettext(one) == message.string


def told_of(verdict: CaseVerdict) -> Iterator[str]:
    """Every sentence that a verdict holds."""
    yield from verdict.hints
    yield from (finding.message for finding in verdict.findings)
    if verdict.witness is not None:
        for conflict in verdict.witness.conflicts:
            yield conflict.why
        for game in verdict.witness.games:
            yield from (turn.in_words(game.rules) for turn in game.turns)


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("file", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_findings_and_witnesses_speak_every_language(file: Path, lang: str) -> None:
    catalogue = load_catalogue()
    seen = 0
    for case in json.loads(file.read_text(encoding="utf-8")):
        for text in told_of(judge_case(case, catalogue, witness=True)):
            assert isinstance(text, Said), text
            said = translate(text, lang)
            assert not ENGLISH_WORDS.search(said), said
            assert "{" not in said
            seen += 1
    assert seen > 3


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@pytest.mark.parametrize("lang", OTHERS)
def test_rules_are_explained_in_every_language(rule: Rule, lang: str) -> None:
    page = rule_page(rule.code, lang)
    assert not ENGLISH_WORDS.search(page.partition('{"')[0])
    assert page.startswith(rule.code)
    assert len(page.splitlines()) > 5


def test_a_phrase_is_the_english_text() -> None:
    label = Named(load_catalogue().get("yatzy").label, "fours")
    phrase = Phrase("{box} is blank", box=label)
    assert phrase == "Fours is blank"
    assert json.loads(json.dumps({"message": phrase})) == {"message": "Fours is blank"}
    assert translate(phrase, "en") == "Fours is blank"
    assert f"{phrase}!" == "Fours is blank!"


def test_all_parts_of_a_phrase_are_said_again() -> None:
    template = load_catalogue().get("yatzy")
    fours = Named(template.label, "fours")
    message = Phrase(
        "{box} says {written}, but {box_again} can only be {values}",
        box=fours,
        written=18,
        box_again=Within(fours),
        values=values_in_words({4, 8, 12, 16, 20}),
    )
    assert message == "Fours says 18, but fours can only be 4, 8, 12, 16 or 20"
    swedish = "I rutan Fyror står 18, men där kan det bara stå 4, 8, 12, 16 eller 20"
    assert translate(message, "sv") == swedish
    assert "Vierer steht 18" in translate(message, "de")
    assert "4, 8, 12, 16 eller 20" in translate(message, "no")


def test_numbers_choose_the_words() -> None:
    counted = [Plural("{n} finding", "{n} findings", n) for n in (0, 1, 2)]
    assert counted == ["0 findings", "1 finding", "2 findings"]
    assert [translate(one, "de") for one in counted] == [
        "0 Beanstandungen", "1 Beanstandung", "2 Beanstandungen",
    ]  # fmt: skip
    half = Plural("there is {n} chip", "there are {n} chips", 0.5)
    assert translate(half, "sv") == "det finns 0,5 bonusmarker"


def test_lists_names_and_figures() -> None:
    assert translate(both([player(1), player(2), player(4)]), "no") == (
        "spiller 1, spiller 2 og spiller 4"
    )
    assert translate(either(["4", "8"]), "de") == "4 oder 8"
    assert translate(Sentence(player(3)), "sv") == "Spelare 3"
    assert [translate(Figure(99.96, 1), lang) for lang in ("en", "sv")] == ["100.0", "100,0"]
    section = Named(load_catalogue().get("yatzy").label, "upper")
    assert [translate(Within(section), lang) for lang in LANGUAGES] == [
        "upper section", "övre delen", "øvre del", "Oberer Teil",
    ]  # fmt: skip


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_a_copy_speaks_too(copied: Callable[[str], str]) -> None:
    phrase = Joined([player(1), Plural("{n} game", "{n} games", 2), "x"], between="; ")
    again = copied(phrase)
    assert again == "player 1; 2 games; x"
    assert translate(again, "de") == "Spieler 1; 2 Spiele; x"


def test_parts_can_be_changed_deep_inside() -> None:
    def renamed(part: Said) -> Said:
        return player(4) if part == "player 2" else part

    phrase = Phrase("{player} had {turns}", player=both([player(1), player(2)]), turns=3)
    changed = phrase.inside(renamed)
    assert changed == "player 1 and player 4 had 3"
    assert translate(changed, "sv") == "spelare 1 och spelare 4 har haft 3"
    assert phrase == "player 1 and player 2 had 3"


def test_braces_from_outside_are_only_text() -> None:
    phrase = Phrase("{person} says {text}", person="{text} {0}", text="7")
    assert phrase == "{text} {0} says 7"
    assert translate(phrase, "sv") == "{text} {0} säger 7"


def test_names_of_languages() -> None:
    assert [language(name) for name in ("sv", "nb", "NO", "de_AT", "en-GB")] == [
        "sv", "no", "no", "de", "en",
    ]  # fmt: skip
    assert formal("no") == "nb"
    with pytest.raises(UsageError) as caught:
        language("fr")
    assert "en, sv, no, de" in caught.value.help


_SAID = {"Phrase", "Plural"}
_REFUSALS = {
    "ScorecheckError", "UsageError", "TemplateError", "InputError", "OutputError",
    "MissingToolError", "ClusterError", "ArchiveError",
}  # fmt: skip


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _parsed() -> Iterator[tuple[Path, ast.AST]]:
    """The modules that speak to users."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if not {"measure", "simulate", "training"} & set(path.parts):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_no_sentence_hides_in_an_f_string() -> None:
    """Those that collect sentences do not look there: it would stay English."""
    hidden = [
        f"{path}:{inner.lineno}"
        for path, tree in _parsed()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Call) and _called(inner) in _SAID
    ]
    assert not hidden


def test_what_is_refused_is_told_in_sentences_that_can_be_translated() -> None:
    plain = [
        f"{path}:{given.lineno}"
        for path, tree in _parsed()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node) in _REFUSALS
        for given in (*node.args, *(one.value for one in node.keywords if one.arg == "help"))
        if isinstance(given, ast.JoinedStr | ast.Constant)
        and not re.match("f?'scorecheck ", ast.unparse(given))  # a command to type
        and path.name != "catalogues.py"  # a language that we do not know
    ]
    assert not plain


def test_signs_on_the_review_page_are_in_every_font() -> None:
    """A button showed nothing: its arrow is in few fonts, so it is drawn."""
    pages = PACKAGE / "review" / "pages"
    signs = {
        sign
        for page in pages.glob("*.html")
        for sign in page.read_text(encoding="utf-8")
        if "\u2900" <= sign <= "\u2bff"
    }
    assert not signs
