"""A chart as SVG inside a web page."""

from __future__ import annotations

from markupsafe import Markup, escape

from scorecheck.archive.chart import (
    TEXT_MM,
    TONES,
    Box,
    Chart,
    Dot,
    Label,
    Line,
    Shape,
    Tone,
    text_width,
)


def svg(chart: Chart) -> Markup:
    """The chart; its letters and lines take the page's colours, in the dark too."""
    parts = Markup("").join(_shape(shape) for shape in chart.shapes)
    head = Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}" font-size="{}">')
    return (
        head.format(_n(chart.width), _n(chart.height), chart.says, _n(TEXT_MM))
        + parts
        + Markup("</svg>")
    )


def _shape(shape: Shape) -> Markup:
    if isinstance(shape, Box):
        place = [_n(one) for one in (shape.x, shape.y, shape.w, shape.h)]
        made = Markup('<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>')
        return made.format(*place, _colour(shape.tone))
    if isinstance(shape, Dot):
        place = [_n(one) for one in (shape.x, shape.y, shape.radius)]
        return Markup('<circle cx="{}" cy="{}" r="{}" fill="{}"/>').format(
            *place, _colour(shape.tone)
        )
    if isinstance(shape, Line):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
        made = Markup('<polyline points="{}" fill="none" stroke="{}" stroke-width="{}"/>')
        return made.format(points, _colour(shape.tone), _n(shape.width))
    return _label(shape)


def _label(label: Label) -> Markup:
    weight = Markup(' font-weight="700"') if label.bold else Markup("")
    # Every browser has other letters: each label is made as wide as there is room for.
    wide = _n(text_width(label.text, bold=label.bold))
    made = Markup(
        '<text x="{}" y="{}" text-anchor="{}" fill="{}" textLength="{}" '
        'lengthAdjust="spacingAndGlyphs"{}>{}</text>'
    )
    place = (_n(label.x), _n(label.y), label.align, _colour(label.tone), wide)
    return made.format(*place, weight, escape(label.text))


def _colour(tone: Tone) -> str:
    if isinstance(tone, int):
        return TONES[tone]
    return {"ink": "currentColor", "ground": "#fff"}.get(tone, f"var(--{tone})")


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
