"""The drawing in docs/architecture.md, made of the imports: boxes in layers, each above what it imports.

``python -m tests.project.architecture`` renews it. An arrow that passes layers has a place in each of
them, and neighbours are put near each other (K. Sugiyama and others, 1981, in its simplest form).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tests.project.modules import MODULES, ROOT, used

PAGE = ROOT / "docs" / "architecture.md"
DRAWING = ROOT / "docs" / "architecture.svg"
WHOLE = frozenset({"", "__main__", "starting", "calls", "readonly", "version"})  # modules that are not drawn
SWEEPS = 24  # passes down and up, in which places are put near their neighbours
WIDTH, HEIGHT, GAP, LANE, STEP = 156.0, 26.0, 16.0, 10.0, 60.0  # of boxes, between them, of arrows, of layers

HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.0f} {:.0f}" role="img">
<title>Which directory imports which</title>
<style>
text {{ font: 13px system-ui, sans-serif; text-anchor: middle; fill: #0f172a }}
rect {{ fill: #dbe4f0; stroke: #64748b }}
path {{ fill: none; stroke: #64748b; stroke-width: 1.3; marker-end: url(#head) }}
#head path {{ fill: #64748b; stroke: none; marker-end: none }}
</style>
<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0L8 4L0 8z"/>
</marker>"""


class Place(NamedTuple):
    """A place in a layer: a box, or an arrow that passes through from one box to another."""

    layer: int
    names: tuple[str, ...]

    @property
    def half(self) -> float:
        """Half of the width that it takes up."""
        return (WIDTH + GAP) / 2 if len(self.names) == 1 else LANE / 2


def group_of(module: str) -> str:
    """Name the box of a module: its top folder, but in html the folder within that."""
    first, _, rest = module.partition(".")
    return f"{first}/{rest.partition('.')[0]}" if first == "html" and rest else first


def imports() -> dict[str, set[str]]:
    """List which boxes each box imports."""
    found: dict[str, set[str]] = {}
    for module in MODULES:
        if module not in WHOLE and module != "html":
            group = group_of(module)
            others = {group_of(name) for name in used(module) if name not in WHOLE and name != "html"}
            found.setdefault(group, set()).update(others - {group})
    return found


def reached(group: str, arrows: dict[str, set[str]]) -> set[str]:
    """List what a box imports, directly or through others."""
    direct = arrows[group]
    return direct.union(*(reached(other, arrows) for other in direct))


def drawn_arrows() -> list[tuple[str, str]]:
    """List the imports between boxes, without those that a chain of others implies."""
    arrows = imports()
    found = []
    for group in sorted(arrows):
        indirect = set[str]().union(*(reached(other, arrows) for other in arrows[group]))
        found += [(group, other) for other in sorted(arrows[group] - indirect)]
    return found


def layers_of(arrows: list[tuple[str, str]]) -> dict[str, int]:
    """Give the layer of each box: the length of the longest way to it from a box that nothing imports."""
    above = {name: [a for a, b in arrows if b == name] for arrow in arrows for name in arrow}

    def layer(name: str) -> int:
        return 1 + max(map(layer, above[name]), default=-1)

    lowest = {name: layer(name) for name in above}
    for name in sorted(above, key=lowest.__getitem__, reverse=True):  # no arrow is longer than it must be
        below = [lowest[b] for a, b in arrows if a == name]
        if below and not above[name]:
            lowest[name] = min(below) - 1
    return lowest


def ways_of(arrows: list[tuple[str, str]], layers: dict[str, int]) -> dict[tuple[str, str], list[Place]]:
    """List for each arrow the places that it goes through, from box to box."""
    return {
        (a, b): [
            Place(layers[a], (a,)),
            *(Place(layer, (a, b)) for layer in range(layers[a] + 1, layers[b])),
            Place(layers[b], (b,)),
        ]
        for a, b in arrows
    }


def arranged(ways: list[list[Place]]) -> dict[Place, float]:
    """Give the horizontal position of each place; the sweep with the fewest crossings counts."""
    steps = sorted({step for way in ways for step in pairwise(way)})
    places = sorted({place for step in steps for place in step})
    neighbours = {
        place: ([a for a, b in steps if b == place], [b for a, b in steps if a == place]) for place in places
    }
    rows = [[place for place in places if place.layer == layer] for layer in range(places[-1].layer + 1)]
    x = dict.fromkeys(places, 0.0)
    best, fewest = x, len(steps) ** 2
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = {}
            for place in row:
                near = neighbours[place][sweep % 2] or neighbours[place][1 - sweep % 2]
                wanted[place] = sum(x[each] for each in near) / len(near)
            row.sort(key=lambda place: (wanted[place], place))
            x |= spread(row, wanted)
        crossings = sum(
            (x[a] - x[c]) * (x[b] - x[d]) < 0
            for i, (a, b) in enumerate(steps)
            for c, d in steps[:i]
            if a.layer == c.layer
        )
        if crossings <= fewest:
            best, fewest = dict(x), crossings
    return best


def spread(row: list[Place], wanted: dict[Place, float]) -> dict[Place, float]:
    """Put each place where it is wanted, or as near to that as its neighbours in the row let it."""
    right, left = list[float](), list[float]()
    for place, before in zip(row, [None, *row], strict=False):
        least = right[-1] + before.half + place.half if before else wanted[place]
        right.append(max(least, wanted[place]))
    for place, behind in zip(reversed(row), [None, *reversed(row)], strict=False):
        most = left[-1] - behind.half - place.half if behind else wanted[place]
        left.append(min(most, wanted[place]))
    return {place: (a + b) / 2 for place, a, b in zip(row, right, reversed(left), strict=True)}


def drawing() -> str:
    """Draw the boxes and the arrows as SVG that is legible on light and dark backgrounds."""
    arrows = drawn_arrows()
    layers = layers_of(arrows)
    ways = ways_of(arrows, layers)
    x = arranged(list(ways.values()))
    first = min(x[place] - place.half for place in x)
    size = max(x[place] + place.half for place in x) - first, STEP * max(layers.values()) + HEIGHT + GAP
    lines = [HEAD.format(*size)]
    for (a, b), way in ways.items():
        points = [(x[place] - first, place.layer * STEP + GAP / 2) for place in way]
        lines.append(f'<path d="{curve(points)}"><title>{a} imports {b}</title></path>')
    for name in sorted(layers):
        place = Place(layers[name], (name,))
        left, top = x[place] - first - WIDTH / 2, place.layer * STEP + GAP / 2
        lines.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{WIDTH:.0f}" height="{HEIGHT:.0f}" rx="6"/>')
        lines.append(f'<text x="{left + WIDTH / 2:.1f}" y="{top + 17.5:.1f}">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])


def curve(points: list[tuple[float, float]]) -> str:
    """Spell a way through points, straight through layers and bent between them."""
    return "".join(pieces(points))


def pieces(points: list[tuple[float, float]]) -> Iterator[str]:
    yield f"M{points[0][0]:.1f} {points[0][1] + HEIGHT:.1f}"
    for (x, y), (to, down) in pairwise(points):
        middle = (y + HEIGHT + down) / 2
        yield f"C{x:.1f} {middle:.1f} {to:.1f} {middle:.1f} {to:.1f} {down:.1f}"
        if (to, down) != points[-1]:
            yield f"V{down + HEIGHT:.1f}"


if __name__ == "__main__":
    DRAWING.write_text(drawing(), encoding="utf-8")
