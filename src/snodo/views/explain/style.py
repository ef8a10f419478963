"""The style of the explain page: light and dark, readable on a phone and on paper."""

COLOURS = {"R": 212, "P": 150, "F": 265, "S": 178, "L": 38, "D": 350, "G": 295, "C": 320, "U": 20, "N": 60, "A": 5}
COLOURS |= {"H": 120, "J": 240, "M": 225, "V": 90}
"""Hue of each kind of block."""

_BLOCKS = "\n".join(f".{letter} {{ --hue: {hue}; }}" for letter, hue in COLOURS.items())

STYLE = f"""
:root {{ color-scheme: light dark; --ink: #1d2430; --soft: #5d6778; --paper: #ffffff; --panel: #f5f7fa;
  --line: #dde2ea; --accent: #1f5fa8; --fill: 55% / 0.17; --letter: 34%; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #e4e8ee; --soft: #9aa5b5; --paper: #14181f; --panel: #1c222b;
  --line: #333c49; --accent: #7db4f2; --fill: 60% / 0.26; --letter: 76%; }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 2rem 1.2rem 4rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }}
h1 {{ font-size: 1.9rem; line-height: 1.2; margin: 0 0 0.3rem; letter-spacing: -0.01em; }}
h2 {{ font-size: 1.25rem; margin: 2.6rem 0 0.7rem; padding-bottom: 0.25rem; border-bottom: 2px solid var(--line); }}
h3 {{ font-size: 1.05rem; margin: 0; }}
p {{ margin: 0.4rem 0 0.8rem; max-width: 46rem; }}
.soft {{ color: var(--soft); }}
.facts {{ display: flex; flex-wrap: wrap; gap: 0.6rem; margin: 1.2rem 0; padding: 0; list-style: none; }}
.facts li {{ background: var(--panel); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.45rem 0.9rem;
  font-size: 0.9rem; color: var(--soft); }}
.facts b {{ display: block; font-size: 1.35rem; line-height: 1.2; color: var(--ink); font-weight: 650; }}
.wide {{ overflow-x: auto; margin: 0.6rem 0 1rem; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.86rem; }}
th, td {{ padding: 0.18rem 0.55rem; text-align: right; white-space: nowrap; }}
th {{ font-weight: 600; color: var(--soft); }}
th[scope=row], .left {{ text-align: left; }}
thead th {{ border-bottom: 1px solid var(--line); }}
th[scope=colgroup] {{ text-align: center; color: var(--ink); border-bottom: 0; }}
tbody tr.first > * {{ border-top: 1px solid var(--line); }}
.start {{ border-left: 1px solid var(--line); }}
.zero {{ color: var(--line); }}
.block {{ background: hsl(var(--hue) 70% var(--fill)); }}
.picture td, .picture th {{ padding: 0.3rem 0.7rem; text-align: center; }}
.picture th[scope=row] {{ text-align: left; color: var(--ink); }}
.picture td {{ border: 1px solid var(--line); min-width: 3.4rem; }}
.picture .block {{ font-weight: 700; color: hsl(var(--hue) 60% var(--letter)); }}
.key {{ display: inline-block; min-width: 1.5rem; padding: 0 0.35rem; margin-right: 0.35rem; border-radius: 0.3rem;
  text-align: center; font-weight: 700; color: hsl(var(--hue) 60% var(--letter)); }}
.legend {{ display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; font-size: 0.9rem; color: var(--soft); }}
.joint {{ border: 1px solid var(--line); border-left: 4px solid hsl(var(--hue) 60% 50%); border-radius: 0.6rem;
  padding: 0.8rem 1.1rem; margin: 0.9rem 0; background: var(--panel); break-inside: avoid; }}
.joint p {{ margin: 0.15rem 0 0.5rem; }}
.equation {{ overflow-x: auto; overflow-y: hidden; padding: 0.3rem 0; }}
.equation + .equation {{ margin-top: 0.1rem; }}
.matrices {{ display: flex; flex-wrap: wrap; gap: 0.6rem 2rem; margin: 0.4rem 0 0.8rem; }}
.matrices .equation, .matrices .equation + .equation {{ margin: 0; max-width: 100%; }}
.numbers {{ color: var(--soft); padding-left: 1.6rem; }}
.symbols {{ display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; color: var(--soft); font-size: 0.95rem; }}
.notation {{ display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1.6rem; align-items: center; }}
.notation dd {{ margin: 0; color: var(--soft); }}
math {{ font-family: "STIX Two Math", "Latin Modern Math", "Libertinus Math", "Cambria Math",
  "TeX Gyre Termes Math", "DejaVu Math TeX Gyre", math, serif;
  font-size: 1.08em; }}
math[display=block] {{ margin: 0.7rem 0; }}
mi.v {{ font-weight: bold; }}
mtd {{ padding: 0.12em 0.5em; }}
figure {{ margin: 1rem 0; }}
figure svg {{ max-width: 100%; height: auto; max-height: 38rem; background: #ffffff; border-radius: 0.6rem; }}
figcaption {{ font-size: 0.88rem; color: var(--soft); }}
code {{ font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.92em; }}
footer {{ margin-top: 3rem; font-size: 0.85rem; color: var(--soft); }}
{_BLOCKS}
@media (max-width: 40rem) {{ body {{ padding: 1.2rem 0.9rem 3rem; }}
  .notation {{ grid-template-columns: 1fr; gap: 0.1rem; }}
  .notation dd {{ margin-bottom: 0.7rem; }} .joint {{ padding: 0.7rem 0.8rem; }} }}
@media print {{ body {{ max-width: none; }} .wide, .equation {{ overflow: visible; }} }}
"""
