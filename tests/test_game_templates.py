"""Templates: the built-in ones, aliases, options, and errors that come all at once."""

from pathlib import Path

import pytest

from scorecheck.errors import TemplateError, UsageError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.resources import templates_dir

PRINT_LANGUAGES = ("en", "sv", "no", "de")
SMALL = """
id = "tiny"
version = 1
dice = 2
sources = ["made for a test"]
names = { en = "Tiny" }

[options.threshold]
type = "count"
default = 5
help = "what earns the bonus"

[[sections]]
id = "all"
labels = { en = "All" }

[[boxes]]
id = "pair"
section = "all"
pattern = { kind = "groups", sizes = [2], score = "match" }
labels = { en = "Pair" }

[[sums]]
id = "sum"
after = "all"
formula = { kind = "boxes", section = "all" }
labels = { en = "Sum" }

[[sums]]
id = "bonus"
after = "all"
formula = { kind = "bonus", of = "sum", tiers = [[5, 7]], threshold_option = "threshold" }
labels = { en = "Bonus" }
"""


CHIPS = """
[chips]
box = "x"
value = 1
labels = { en = "Chips" }
"""


def every_template() -> tuple[Template, ...]:
    return load_catalogue().all()


def write(folder: Path, text: str, name: str = "tiny.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("template", every_template(), ids=lambda one: one.id)
def test_built_in_templates_are_whole(template: Template) -> None:
    for lang in PRINT_LANGUAGES:
        assert lang in template.languages
        for box in template.boxes:
            assert template.hint(box.id, lang), (box.id, lang)
    assert template.sources
    assert {name: template.options[name].help for name in template.options}.keys() == set(
        template.resolve_options()
    )


@pytest.mark.parametrize(
    "variant, boxes",
    [
        ("yahtzee", 13),
        ("yatzy", 15),
        ("power", 21),
        ("triple", 13),
        ("maxi", 20),
        ("yacht", 12),
        ("yamb", 12),
    ],
)
def test_number_of_boxes(variant: str, boxes: int) -> None:
    assert len(load_catalogue().get(variant).boxes) == boxes


def test_labels_by_language() -> None:
    yahtzee = load_catalogue().get("yahtzee")
    assert yahtzee.label("ones", "en") == "Aces"
    assert yahtzee.label("full_house", "sv") == "Kåk"
    assert yahtzee.label("three_kind", "no") == "Tre like"
    assert yahtzee.label("small_straight", "de") == "Kleine Straße"
    assert yahtzee.label("chance", "fi") == "Sattuma"
    assert yahtzee.label("ones", "xx") == "Aces"
    assert load_catalogue().get("power").label("power", "sv") == "Power"


def test_kniffel_is_yahtzee_in_german() -> None:
    kniffel = load_catalogue().get("Kniffel")
    assert (kniffel.id, kniffel.alias, kniffel.lang) == ("yahtzee", "kniffel", "de")
    assert kniffel.title("de") == "Kniffel"
    assert kniffel.label("yahtzee", "sv") == "Kniffel"
    assert kniffel.label("ones", "de") == "Einser"


def test_unknown_game_names_close_ones() -> None:
    with pytest.raises(UsageError) as caught:
        load_catalogue().get("yathzee")
    assert "yahtzee" in caught.value.help


def test_options_have_defaults_and_are_checked() -> None:
    yahtzee = load_catalogue().get("yahtzee")
    options = yahtzee.resolve_options({"chip_limit": "10", "upper_first": "yes"})
    assert (options["chip_limit"], options["upper_first"], options["joker"]) == (10, True, "forced")
    assert yahtzee.resolve_options({"chip_limit": "none"})["chip_limit"] is None
    assert yahtzee.resolve_options({"extra_points": "50"})["extra_points"] == 50
    assert yahtzee.resolve_options({"as_joker": ["chance"]})["as_joker"] == ("chance",)
    power = load_catalogue().get("power")
    assert power.resolve_options({"two_pairs_accepts": "four"})["two_pairs_accepts"] == "four_equal"


@pytest.mark.parametrize(
    "given",
    [
        {"jokers": "free"},
        {"joker": "sometimes"},
        {"chip_limit": -1},
        {"chip_limit": True},
        {"upper_first": "perhaps"},
        {"extra_points": 75},
        {"as_joker": 3},
    ],
)
def test_wrong_options_are_refused_with_help(given: dict[str, object]) -> None:
    with pytest.raises(UsageError) as caught:
        load_catalogue().get("yahtzee").resolve_options(given)
    assert next(iter(given)) in caught.value.message
    assert caught.value.help


def test_a_users_folder_adds_a_game(tmp_path: Path) -> None:
    write(tmp_path, SMALL)
    tiny = load_catalogue([tmp_path]).get("tiny")
    assert tiny.values("pair", tiny.resolve_options()) == {2, 4, 6, 8, 10, 12}
    assert "tiny" not in load_catalogue().names()


def test_a_name_that_another_game_has_is_told_by_its_file(tmp_path: Path) -> None:
    text = (templates_dir() / "yatzy.toml").read_text(encoding="utf-8")
    write(tmp_path, text.replace('id = "yatzy"', 'id = "club"', 1), "house.toml")
    with pytest.raises(TemplateError) as caught:
        load_catalogue([tmp_path])
    (problem,) = caught.value.problems
    assert problem.startswith("house.toml: other_names.yatzi: expected a name that yatzy does not")


def test_all_errors_come_at_once(tmp_path: Path) -> None:
    wrong = (
        SMALL.replace("dice = 2", 'dice = "two"')
        .replace('id = "pair"', 'id = "Pair!"')
        .replace('labels = { en = "Sum" }', 'labels = { en = "Sum" }\ncolour = "red"')
    )
    write(tmp_path, wrong, "first.toml")
    write(tmp_path, "id = [", "second.toml")
    with pytest.raises(TemplateError) as caught:
        load_catalogue([tmp_path])
    problems = caught.value.problems
    for part in (
        "first.toml: dice:",
        "first.toml: boxes.Pair!.id:",
        "first.toml: sums.sum.colour:",
    ):
        assert any(problem.startswith(part) for problem in problems), part
    assert any(problem.startswith("second.toml: (file):") for problem in problems)
    assert all("expected" in problem for problem in problems)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    "old, new, key",
    [
        ('section = "all"\npattern', 'section = "lower"\npattern', "boxes.pair.section"),
        ('of = "sum"', 'of = "bonus"', "sums.bonus.formula"),
        ('id = "bonus"\nafter = "all"', 'id = "bonus"\nafter = "x"', "sums.bonus.after"),
        ('threshold_option = "threshold"', 'threshold_option = "limit"', "sums.bonus.formula"),
        ("sizes = [2]", "sizes = [3]", "boxes.pair.pattern"),
        ('labels = { en = "Pair" }', 'labels = { sv = "Par" }', "pair.labels"),
        ("default = 5", 'default = "five"', "options.threshold.default"),
        ('id = "bonus"', 'id = "pair"', "pair"),
        ("[[boxes]]", '[[boxes]]\nfields = ["base"]', "boxes.pair.fields"),
        ("[[boxes]]", f"{CHIPS}[[boxes]]", "chips.box"),
        ("[[boxes]]", '[[orders]]\nboxes = ["x"]\n[[boxes]]', "orders.0.boxes"),
        ("[[boxes]]", '[[orders]]\nwhen = "y"\n[[boxes]]', "orders.0.when"),
    ],
)
def test_names_that_point_nowhere(tmp_path: Path, old: str, new: str, key: str) -> None:
    assert old in SMALL
    write(tmp_path, SMALL.replace(old, new, 1))
    with pytest.raises(TemplateError) as caught:
        load_catalogue([tmp_path])
    starts = [problem.split(": ")[1] for problem in caught.value.problems]
    assert key in starts, caught.value.problems


def test_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(TemplateError) as caught:
        load_catalogue([tmp_path / "nowhere"])
    assert "nowhere" in caught.value.message


def test_two_games_cannot_share_a_name(tmp_path: Path) -> None:
    write(tmp_path, SMALL.replace('id = "tiny"', 'id = "kniffel"'))
    with pytest.raises(TemplateError) as caught:
        load_catalogue([tmp_path])
    assert "kniffel" in caught.value.message


def test_built_in_templates_have_no_problems() -> None:
    # Loading them takes that for granted; in a folder of one's own they are checked.
    assert load_catalogue([templates_dir()]).names() == load_catalogue().names()


def test_built_in_files_are_named_after_their_games() -> None:
    names = {path.stem for path in templates_dir().glob("*.toml")}
    assert names == {template.id for template in every_template()}


def test_games_known_only_from_outside_say_so() -> None:
    outside = {template.id for template in every_template() if template.outside}
    assert outside == {"triple", "maxi", "yacht", "yamb"}


COLUMNS = """
[[columns]]
id = "left"
factor = 2
labels = { en = "Left" }

[[overall]]
id = "everything"
after = "all"
formula = { kind = "columns", of = "sum" }
labels = { en = "Everything" }
"""


@pytest.mark.parametrize(
    "old, new, key",
    [
        (
            'of = "sum" }\nlabels = { en = "Every',
            'of = "total" }\nlabels = { en = "Every',
            "formula",
        ),
        (
            'kind = "columns", of = "sum"',
            'kind = "columns", of = "sum", plus = ["x"]',
            "formula.plus",
        ),
        ('kind = "columns", of', 'kind = "times", of', "formula.kind"),
    ],
)
def test_sums_over_columns_are_checked(tmp_path: Path, old: str, new: str, key: str) -> None:
    assert old in COLUMNS
    write(tmp_path, SMALL + COLUMNS)
    assert load_catalogue([tmp_path]).get("tiny").columns
    write(tmp_path, SMALL + COLUMNS.replace(old, new))
    with pytest.raises(TemplateError) as caught:
        load_catalogue([tmp_path])
    assert f"overall.everything.{key}" in caught.value.message


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("version = 1", "version = 10000", "version"),
        ('"tiny"', f'"{"t" * 41}"', "id"),
        ('en = "Tiny" }', 'en = "Tiny", pt-br = "Pequeno" }', "names.pt-br"),
        ("options.threshold", 'options."half/full"', "options.half/full"),
        ('type = "count"\ndefault = 5', 'type = "choice"\nchoices = ["5", "5.5"]\ndefault = "5"',
         "options.threshold"),
    ],
)  # fmt: skip
def test_a_template_is_refused_whose_sheets_could_not_be_read(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    assert old in SMALL
    write(tmp_path, SMALL.replace(old, new))
    with pytest.raises(TemplateError) as caught:
        load_catalogue([tmp_path])
    assert any(f": {key}: " in problem for problem in caught.value.problems)


def test_toml_that_nests_without_end_is_an_error_of_its_file(tmp_path: Path) -> None:
    write(tmp_path, "a = " + "[" * 20_000)
    with pytest.raises(TemplateError, match="readable TOML"):
        load_catalogue([tmp_path])
