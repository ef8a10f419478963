// The page of a family: sliders choose a member, the viewer in the frame shows it.
'use strict';
const read = id => JSON.parse(document.getElementById(id).textContent);
const family = read('family');
const inside = read('inside');
const { quantities, outputs, members, scenes } = family;

const make = (tag, properties = {}, children = []) => {
  const found = Object.assign(document.createElement(tag), properties);
  found.append(...children);
  return found;
};
const drawn = (tag, attributes) => {
  const found = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  return found;
};
const written = (x, unit) => (x === null ? '–' : `${+x.toPrecision(4)}${unit ? ` ${unit}` : ''}`);

async function inflated(text) {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}

// ------------------------------------------------------------ choosing
const spans = quantities.map(({ values }) => (values.at(-1) - values[0]) || 1);
const state = { at: members[0].at.slice(), member: 0, shown: null };

/** The member nearest to the sliders; those on the value of the slider that was moved come first. */
function nearest(moved, allowed = () => true) {
  let best = 0;
  let least = Infinity;
  members.forEach(({ at }, k) => {
    if (!allowed(k)) return;
    let far = 0;
    at.forEach((x, j) => { far += ((x - state.at[j]) / spans[j]) ** 2 * (j === moved ? 1e6 : 1); });
    if (far < least) [best, least] = [k, far];
  });
  return best;
}

function choose(member) {
  state.member = member;
  state.at = members[member].at.slice();
  history.replaceState(null, '', `#member=${member}`);
  renew();
}

// ------------------------------------------------------------ the panel
const head = make('header', {}, [
  make('h1', { textContent: family.name }), make('span', { textContent: family.note }),
]);
const sliders = quantities.map(({ name, unit, values }, j) => {
  const said = make('output');
  const range = make('input', { type: 'range', min: 0, max: values.length - 1, step: 1, disabled: values.length < 2 });
  range.setAttribute('aria-label', name);
  range.addEventListener('input', () => {
    state.at[j] = values[+range.value];
    choose(nearest(j));
  });
  return { range, said, label: make('label', {}, [make('b', { textContent: name }), said, range]), values, unit };
});
const cells = outputs.map(() => make('td'));
const table = make('table', {}, outputs.map(({ name }, k) => make('tr', {}, [make('td', { textContent: name }), cells[k]])));
const number = make('p');
const axes = [...quantities.map((q, k) => ({ ...q, of: m => m.at[k] })), ...outputs.map((o, k) => ({ ...o, of: m => m.numbers[k] }))];
const chooser = (label, value) => {
  const found = make('select', {}, axes.map(({ name }, k) => make('option', { value: k, textContent: name })));
  found.setAttribute('aria-label', label);
  found.value = value;
  found.addEventListener('change', () => plot());
  return found;
};
const across = chooser('horizontal axis', 0);
const up = chooser('vertical axis', Math.min(quantities.length, axes.length - 1));
const picture = drawn('svg', { viewBox: '0 0 290 170', role: 'img' });
const side = make('aside', {}, [
  ...sliders.map(({ label }) => label), number, table, across, up, picture,
]);
const stage = make('main');
document.body.append(head, side, stage);

function plot() {
  const [a, b] = [axes[+across.value], axes[+up.value]];
  const points = members.map((m, k) => [a.of(m), b.of(m), k]).filter(([x, y]) => x !== null && y !== null);
  const ends = of => [Math.min(...points.map(of)), Math.max(...points.map(of))];
  const place = ([low, high], from, to) => x => from + (to - from) * (high > low ? (x - low) / (high - low) : 0.5);
  const [xs, ys] = [ends(p => p[0]), ends(p => p[1])];
  const [right, top] = [place(xs, 62, 280), place(ys, 142, 14)];
  picture.replaceChildren(drawn('line', { x1: 54, x2: 286, y1: 150, y2: 150 }), drawn('line', { x1: 54, x2: 54, y1: 8, y2: 150 }));
  const words = [[54, 164, 'start', written(xs[0], a.unit)], [286, 164, 'end', written(xs[1], a.unit)],
    [50, 17, 'end', written(ys[1], b.unit)], [50, 145, 'end', written(ys[0], b.unit)]];
  for (const [x, y, anchor, text] of words) {
    picture.append(Object.assign(drawn('text', { x, y, 'text-anchor': anchor }), { textContent: text }));
  }
  for (const [x, y, k] of points.sort((p, q) => (p[2] === state.member) - (q[2] === state.member))) {
    const dot = drawn('circle', { cx: right(x), cy: top(y), r: k === state.member ? 5 : 3, class: k === state.member ? 'chosen' : '' });
    dot.addEventListener('click', () => choose(k));
    picture.append(dot);
  }
}

// ------------------------------------------------------------ the member
function renew() {
  const { at, numbers } = members[state.member];
  sliders.forEach(({ range, said, values, unit }, j) => {
    range.value = values.indexOf(at[j]);
    said.textContent = written(at[j], unit);
  });
  outputs.forEach(({ unit }, k) => { cells[k].textContent = written(numbers[k], unit); });
  number.textContent = `member ${state.member} of ${members.length}`;
  plot();
  show().catch(problem => { stage.replaceChildren(make('p', { textContent: problem.message })); });
}

async function show() {
  const { member } = state;
  const { reason } = members[member];
  if (reason) return stage.replaceChildren(make('p', { textContent: reason }));
  if (!(member in scenes)) {
    return stage.replaceChildren(make('p', { textContent: 'The motion of this member is not in the page. ' }, [instead()]));
  }
  const before = stage.querySelector('iframe')?.contentWindow?.viewer?.time;
  const scene = await inflated(scenes[member]);
  if (member !== state.member) return undefined;
  const frame = make('iframe', { title: 'motion of the member' });
  frame.addEventListener('load', () => follow(frame, before));
  frame.srcdoc = '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    + `<meta http-equiv="Content-Security-Policy" content="${inside.policy}"></head><body>`
    + `<script type="application/json" id="scene">${scene}<\/script>`
    + `<script type="text/plain" id="program">${document.getElementById('program').textContent}<\/script>`
    + `<script>${inside.loader}<\/script></body></html>`;
  stage.replaceChildren(frame);
  return undefined;
}

/** A button for the nearest member that can be seen moving. */
function instead() {
  const member = nearest(-1, k => k in scenes && !members[k].reason);
  const button = make('button', { textContent: `Show member ${member}, the nearest` });
  button.addEventListener('click', () => choose(member));
  return button;
}

/** Go on at the time of the member before. */
function follow(frame, before, tries = 100) {
  const viewer = frame.contentWindow?.viewer;
  if (!viewer) {
    if (tries) setTimeout(() => follow(frame, before, tries - 1), 50);
    return;
  }
  if (!before) return;
  viewer.time.goTo(before.seconds);
  if (before.playing) viewer.time.play(true);
}

const asked = +new URLSearchParams(location.hash.slice(1)).get('member');
choose(members[asked] ? asked : 0);
