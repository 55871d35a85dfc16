"""Collects the sentences of the code and of the pages, and compiles the catalogues.

`python -m scorecheck.languages.update` adds new sentences to each `scorecheck.po`, takes away
those that nobody says any more, writes the `.mo` files, and counts what waits for a translation.
Needs Babel, which is in the extra `dev`; nothing at run time does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorecheck.languages.catalogues import DOMAIN, ENGLISH, LANGUAGES, formal
from scorecheck.languages.pages import paragraphs
from scorecheck.resources import PACKAGE, data_file
from scorecheck.safe_write import write_whole

_KEYWORDS: dict[str, Any] = {
    "Phrase": None,
    "Plural": (1, 2),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
}
_METHODS = [
    ("audit/rules/*.py", "scorecheck.languages.update:rule_sentences"),
    ("**.py", "python"),
    ("**.html", "jinja2"),
]
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Dates in the files would change with every run and say nothing."""


def sentences() -> Catalog:
    """Every sentence that the code and the pages say, with the files that say it."""
    catalog = Catalog(domain=DOMAIN, project=DOMAIN, creation_date=_NO_DATE, fuzzy=False)
    found = extract_from_dir(PACKAGE, _METHODS, keywords=_KEYWORDS, comment_tags=("Note:",))
    for filename, _, message, comments, context in found:
        where = [(filename, 0)]
        catalog.add(message, locations=where, auto_comments=comments, context=context)
    return catalog


def rule_sentences(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[Any, ...]]:
    """Of a rule's module: its sentences, and its page, which is its docstring."""
    from babel.messages.extract import extract_python  # noqa: PLC0415 - only Babel calls this

    source = file.read()
    tree = ast.parse(source)
    if any(isinstance(part, ast.Assign) for part in tree.body):
        for paragraph in paragraphs(ast.get_docstring(tree) or ""):
            yield 1, "gettext", paragraph, ["Note: of a rule's page"]
    yield from extract_python(BytesIO(source), keywords, comment_tags, options)


def po_file(lang: str) -> Path:
    """Where the sentences of a language lie, as people write them."""
    return data_file("locale") / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(lang: str) -> Catalog:
    """The catalogue of a language as people wrote it; an empty one where there is none yet."""
    path = po_file(lang)
    if not path.exists():
        return Catalog(locale=formal(lang), domain=DOMAIN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=formal(lang), domain=DOMAIN)


def renewed(lang: str, template: Catalog) -> Catalog:
    """A language's catalogue with exactly the sentences of `template`."""
    catalog = read(lang)
    # A copy: Babel puts the very messages in, and a text filled in later would be in all languages.
    catalog.update(deepcopy(template), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    catalog.creation_date = catalog.revision_date = _NO_DATE
    catalog.header_comment = f"# What scorecheck says, in: {LANGUAGES[lang]}"
    catalog.project, catalog.version = DOMAIN, "1"
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = DOMAIN
    return catalog


def as_po(catalog: Catalog) -> bytes:
    """A catalogue as people write it."""
    out = BytesIO()
    write_po(out, catalog, width=100, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    """A catalogue as gettext reads it; what nobody has translated is left out."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def waiting(catalog: Catalog) -> Iterator[str]:
    """The sentences without a translation."""
    for message in catalog:
        texts = message.string if isinstance(message.string, list | tuple) else (message.string,)
        if message.id and not all(texts):
            yield message.id[0] if isinstance(message.id, list | tuple) else message.id


def main(languages: Iterable[str] = tuple(LANGUAGES)) -> None:
    """Renew every catalogue."""
    template = sentences()
    for lang in languages:
        if lang == ENGLISH:
            continue
        catalog = renewed(lang, template)
        path = po_file(lang)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, as_po(catalog))
        write_whole(path.with_suffix(".mo"), as_mo(catalog))
        print(f"{lang}: {len(catalog)} sentences, {len(list(waiting(catalog)))} wait")


if __name__ == "__main__":
    main()
