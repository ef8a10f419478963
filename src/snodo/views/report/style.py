"""The style of the report: on a screen light or dark, on paper A4 without broken tables and figures."""

from snodo.views.explain.style import STYLE as EQUATIONS

STYLE = (
    EQUATIONS
    + """
:root { --ink: #2B2F36; --soft: #5D6470; --paper: #FFFFFF; --panel: #F7F8FA; --line: #E4E6EA; --accent: #0072B2;
  --good: #1B7F4B; --fair: #9A6700; --poor: #B0203A; }
@media (prefers-color-scheme: dark) { :root { --ink: #E7EAEE; --soft: #A7AEB9; --paper: #15181D; --panel: #1B1F26;
  --line: #2C323B; --accent: #5AB4E6; --good: #5BC48F; --fair: #E3B341; --poor: #FF6B81; } }
body { max-width: 58rem; font-size: 0.95rem; line-height: 1.5; overflow-wrap: break-word; }
h1 { font-size: 1.8rem; font-weight: 650; }
h2 { font-size: 1.2rem; margin-top: 2.4rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 0.4rem; }
h4 { font-size: 0.95rem; margin: 0; }
p { max-width: 48rem; }
ul { max-width: 50rem; padding-left: 1.2rem; margin: 0.4rem 0 0.8rem; }
li { margin: 0.15rem 0; }
header .facts { margin-bottom: 0; }
.verdict { border-left: 4px solid var(--soft); background: var(--panel); padding: 0.5rem 0.9rem; margin: 0.8rem 0; }
.verdict.good { border-color: var(--good); } .verdict.good b { color: var(--good); }
.verdict.fair { border-color: var(--fair); } .verdict.fair b { color: var(--fair); }
.verdict.poor { border-color: var(--poor); } .verdict.poor b { color: var(--poor); }
.contents { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; margin: 1.2rem 0 0; padding: 0; list-style: none;
  font-size: 0.85rem; }
a { color: var(--accent); text-decoration: none; }
table.data { font-size: 0.84rem; min-width: 22rem; }
table.data th, table.data td { padding: 0.22rem 1.1rem 0.22rem 0; white-space: normal; vertical-align: top;
  unicode-bidi: isolate; }
table.data td.long { overflow-wrap: anywhere; min-width: 9rem; }
table.data th { font-weight: 600; vertical-align: bottom; }
table.data tbody tr + tr td { border-top: 1px solid var(--line); }
table.data tfoot td { border-top: 1.5px solid var(--soft); font-weight: 600; }
table.data tr.cut td { text-align: left; color: var(--soft); }
figure { margin: 1rem 0 1.4rem; }
figure svg, figure img { display: block; max-width: 100%; height: auto; background: #FFFFFF; border-radius: 0.4rem; }
figure.drawing svg, figure.drawing img { max-height: 30rem; margin: 0 auto; }
figcaption { margin-top: 0.3rem; }
svg *, svg text { stroke-linejoin: round; stroke-linecap: butt; }
details { border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.5rem 0.9rem; margin: 0.6rem 0; }
summary { cursor: pointer; color: var(--accent); }
pre { font: 0.78rem/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre-wrap; margin: 0.6rem 0; }
.equations { font-size: 0.92rem; } .equations .symbols, .equations .legend { font-size: 1em; }
.references { padding-left: 1.6rem; font-size: 0.88rem; max-width: 52rem; }
@page { size: A4; margin: 16mm 15mm 18mm; }
@media print {
  :root { color-scheme: light; --ink: #000000; --soft: #4A505A; --paper: #FFFFFF; --panel: #FFFFFF; --line: #C9CDD3;
    --accent: #000000; --good: #1B7F4B; --fair: #9A6700; --poor: #B0203A; --fill: 55% / 0.17; --letter: 34%; }
  body { max-width: none; padding: 0; font-size: 9.2pt; }
  h1 { font-size: 17pt; } h2 { font-size: 12.5pt; margin-top: 14pt; } h3 { font-size: 10.5pt; }
  h2, h3, h4, h2 + p, h2 + p + p { break-after: avoid; }
  p, li { orphans: 3; widows: 3; }
  .contents { display: none; }
  figure, tr, .verdict, .facts, .joint, .together, .equations .wide { break-inside: avoid; }
  .facts li { padding: 0.2rem 0.6rem; font-size: 7.5pt; } .facts b { font-size: 11pt; }
  figcaption { font-size: 8pt; }
  figure.drawing svg, figure.drawing img { max-height: 105mm; }
  thead { display: table-header-group; } tfoot { display: table-row-group; }
  .wide { overflow: visible; } table, table.data { font-size: 7.8pt; min-width: 0; }
  .equations table { font-size: 6.2pt; } .equations th, .equations td { padding: 0.12rem 0.22rem; }
  .equations { font-size: 8.2pt; } .equation { overflow: visible; }
  details { border: 0; padding: 0; } summary { color: var(--soft); list-style: none; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
  pre { font-size: 7pt; }
}
@media (max-width: 40rem) { table.data { min-width: 0; } }
"""
)
