"""The sheet's own words; the names of boxes, sums and fields are the template's."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "name": {
        "en": "Name",
        "sv": "Namn",
        "no": "Navn",
        "da": "Navn",
        "de": "Name",
        "fi": "Nimi",
    },
    "signature": {
        "en": "Signature",
        "sv": "Signatur",
        "no": "Signatur",
        "da": "Underskrift",
        "de": "Unterschrift",
        "fi": "Allekirjoitus",
    },
    "place": {
        "en": "Place",
        "sv": "Plats",
        "no": "Sted",
        "da": "Sted",
        "de": "Ort",
        "fi": "Paikka",
    },
    "date": {
        "en": "Date",
        "sv": "Datum",
        "no": "Dato",
        "da": "Dato",
        "de": "Datum",
        "fi": "Päiväys",
    },
    "game": {
        "en": "Game {n}",
        "sv": "Spel {n}",
        "no": "Spill {n}",
        "da": "Spil {n}",
        "de": "Spiel {n}",
        "fi": "Peli {n}",
    },
    "player": {
        "en": "Player {n}",
        "sv": "Spelare {n}",
        "no": "Spiller {n}",
        "da": "Spiller {n}",
        "de": "Spieler {n}",
        "fi": "Pelaaja {n}",
    },
    "sheet": {
        "en": "Score sheet",
        "sv": "Protokoll",
        "no": "Poengblokk",
        "da": "Pointblok",
        "de": "Spielblatt",
        "fi": "Pöytäkirja",
    },
    "number": {
        "en": "No. {n}",
        "sv": "Nr {n}",
        "no": "Nr. {n}",
        "da": "Nr. {n}",
        "de": "Nr. {n}",
        "fi": "Nro {n}",
    },
    "round": {
        "en": "Round {n}",
        "sv": "Omgång {n}",
        "no": "Runde {n}",
        "da": "Runde {n}",
        "de": "Runde {n}",
        "fi": "Kierros {n}",
    },
    "table": {
        "en": "Table {n}",
        "sv": "Bord {n}",
        "no": "Bord {n}",
        "da": "Bord {n}",
        "de": "Tisch {n}",
        "fi": "Pöytä {n}",
    },
    "chips": {
        "en": "more? number in last box",
        "sv": "fler? antal i sista rutan",
        "no": "flere? antall i siste rute",
        "da": "flere? antal i sidste felt",
        "de": "mehr? Zahl ins letzte Feld",
        "fi": "enemmän? luku viimeiseen",
    },
    "notes": {
        "en": "Notes",
        "sv": "Anteckningar",
        "no": "Notater",
        "da": "Noter",
        "de": "Notizen",
        "fi": "Muistiinpanoja",
    },
    "write": {
        "en": "Write like this",
        "sv": "Skriv så här",
        "no": "Skriv slik",
        "da": "Skriv sådan",
        "de": "So schreiben",
        "fi": "Kirjoita näin",
    },
    "strike": {
        "en": "Strike out",
        "sv": "Stryk",
        "no": "Stryk",
        "da": "Streg",
        "de": "Streichen",
        "fi": "Yliviivaa",
    },
    "care": {
        "en": "One number a box, within its lines. Print at 100 %. Keep marks and code clear.",
        "sv": "Ett tal per ruta, innanför linjerna. Skriv ut i 100 %. Håll märken och kod fria.",
        "no": "Ett tall per rute, innenfor linjene. Skriv ut i 100 %. Hold merker og kode frie.",
        "da": "Ét tal pr. felt, inden for linjerne. Udskriv i 100 %. Hold mærker og kode fri.",
        "de": "Eine Zahl je Feld, in den Linien. Mit 100 % drucken. Marken und Code freihalten.",
        "fi": "Yksi luku ruutuun. Tulosta 100 %. Pidä merkit ja koodi puhtaina.",
    },
}


def word(key: str, lang: str, **values: object) -> str:
    """One of the sheet's words, in English where `lang` has none."""
    texts = WORDS[key]
    return texts.get(lang, texts["en"]).format(**values)
