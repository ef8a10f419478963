// Pages of `snodo view`: sliders that keep loops closed, free motions and the doctor's findings.
import style from './live.css';
import { poses } from './chain.js';
import { make } from './dom.js';
import { listen } from './news.js';

const floats = text => new Float32Array(Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer);
const minus = text => text.replace('-', '−');

/** A coordinate in the unit a reader expects. */
export function shown(value, unit) {
  if (unit === 'rad') return `${minus((value * 180 / Math.PI).toFixed(1))}°`;
  return `${minus(Math.abs(value) < 5e-7 ? '0' : value.toPrecision(4))} ${unit}`;
}

const section = (title, ...children) => make('section', { className: 'live' }, make('h2', { textContent: title }), ...children);

/** One question under way, the newest waits, the others are dropped: no queue, no lag. */
class Questions {
  constructor(version) {
    this.version = version;
    this.next = null;
    this.busy = false;
    this.trips = [];
  }

  async ask(what, body) {
    const since = performance.now();
    const answer = await fetch(what, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, version: this.version }),
    });
    const found = await answer.json();
    this.trips.push(performance.now() - since);
    if (this.trips.length > 1000) this.trips.shift();
    if (!answer.ok) throw new Error(found.problem);
    return found;
  }

  newest(what, body, done, failed) {
    this.next = { what, body, done, failed };
    this.go();
  }

  async go() {
    if (this.busy || !this.next) return;
    const { what, body, done, failed } = this.next;
    this.next = null;
    this.busy = true;
    try {
      done(await this.ask(what, body));
    } catch (error) {
      failed(error);
    }
    this.busy = false;
    this.go();
  }
}

/** The section with the sliders. */
class Move {
  constructor(live, dimension, place, questions) {
    Object.assign(this, { live, dimension, place, questions });
    this.stuck = make('p', { className: 'stuck', role: 'status' });
    this.rows = live.sliders.map((slider, k) => this.row(slider, k));
    const back = make('button', { textContent: 'As drawn', title: 'back to the position as assembled', onclick: () => this.reset() });
    this.follow = (live.follow ?? []).map(one => make('td', { textContent: shown(one.value, one.unit) }));
    const names = (live.follow ?? []).map((one, k) => make('tr', {}, make('td', { textContent: one.name }), this.follow[k]));
    const folded = make('details', {}, make('summary', { textContent: `${names.length} follow` }), make('table', {}, ...names));
    const nothing = make('p', { className: 'headline', textContent: 'Nothing can be moved: there is no freedom.' });
    const rows = this.rows.length ? this.rows.map(row => row.label) : [nothing];
    this.element = section('Move', ...rows, this.stuck, make('div', { className: 'foot' }, ...(this.rows.length ? [back] : [])));
    if (names.length) this.element.append(folded);
  }

  row(slider, k) {
    const range = { type: 'range', min: slider.low, max: slider.high, step: 'any', value: slider.value };
    const input = make('input', { ...range, ariaLabel: slider.name });
    const output = make('output', { className: 'num', textContent: shown(slider.value, slider.unit) });
    const name = make('span', { textContent: slider.name, title: slider.name, className: slider.driven ? 'driven' : '' });
    input.oninput = () => this.moved(k);
    input.onchange = () => { this.held = null; };
    input.onpointerup = () => { this.held = null; this.show(this.values); };
    return { label: make('label', {}, name, output, input), input, output };
  }

  get values() {
    return this.known ?? this.live.sliders.map(slider => slider.value);
  }

  moved(k) {
    this.held = k;
    const value = +this.rows[k].input.value;
    this.onmove?.();
    if (this.live.static) {
      const values = [...this.values];
      values[k] = value;
      this.place(poses(this.live, this.dimension, values));
      this.show(values);
      return;
    }
    const to = { [this.live.sliders[k].name]: value };
    this.questions.newest('move', { to }, answer => this.take(answer), error => { this.stuck.textContent = error.message; });
  }

  reset() {
    this.held = null;
    this.onmove?.();
    if (this.live.static) {
      const values = this.live.sliders.map(slider => slider.value);
      this.place(poses(this.live, this.dimension, values));
      this.show(values);
      return;
    }
    this.questions.newest('reset', {}, answer => this.take(answer), error => { this.stuck.textContent = error.message; });
  }

  take(answer) {
    this.place(floats(answer.poses));
    this.stuck.textContent = answer.stuck;
    this.follow.forEach((cell, k) => { cell.textContent = shown(answer.follow[k], this.live.follow[k].unit); });
    this.show(answer.values);
  }

  /** The values, and the handles of all sliders but the one under the mouse. */
  show(values) {
    this.known = values;
    this.rows.forEach(({ input, output }, k) => {
      output.textContent = shown(values[k], this.live.sliders[k].unit);
      if (k !== this.held) input.value = values[k];
    });
  }
}

/** The doctor's findings: freedoms, redundant joints in their colour, the report. */
function findings(found, scene, pick) {
  const box = section('Findings', make('p', { className: 'headline', textContent: found.headline }));
  if (found.redundant.length) {
    const chips = found.redundant.map(({ name, words }) => {
      const index = scene.joints.findIndex(joint => joint.name === name);
      const chip = make('button', { textContent: name, title: words });
      if (index >= 0) chip.onclick = () => pick({ kind: 'joint', index });
      return chip;
    });
    box.append(make('p', { className: 'stuck', textContent: 'Redundant: their reactions are shared, not determined.' }));
    const holder = make('div', { className: 'chips' }, ...chips);
    holder.style.setProperty('--tint', found.color);
    box.append(holder);
  }
  box.append(make('details', {}, make('summary', { textContent: 'Report' }), make('pre', { textContent: found.report })));
  return box;
}

/** Free motions: a click swings the mechanism along one, another click stops it. */
class Motions {
  constructor(motions, place, questions, restore) {
    Object.assign(this, { place, questions, restore, running: null });
    this.note = make('p', { className: 'stuck note' });
    this.buttons = motions.map((motion, k) => {
      const words = make('span', { textContent: `${k + 1}. ${motion.words}${motion.lasts ? '' : ' (instantaneous only)'}` });
      return make('button', { className: 'motion', title: motion.words, ariaPressed: false, onclick: () => this.toggle(k) }, words);
    });
    this.element = section('Free motions', ...this.buttons, this.note);
  }

  async toggle(k) {
    const same = this.running === k;
    this.stop();
    if (same) return this.restore();
    try {
      const answer = await this.questions.ask('motion', { number: k });
      this.note.textContent = answer.note;
      this.play(k, floats(answer.poses), answer.count);
    } catch (error) {
      this.note.textContent = error.message;
    }
  }

  play(k, all, count) {
    this.running = k;
    this.mark();
    const size = all.length / count, since = performance.now();
    const tick = now => {
      if (this.running !== k) return;
      const place = (count - 1) / 2 * (1 + Math.sin((now - since) / 600));
      const i = Math.min(count - 2, Math.max(0, Math.floor(place))), s = place - i;
      const a = all.subarray(i * size, (i + 1) * size), b = all.subarray((i + 1) * size, (i + 2) * size);
      this.place(count > 1 ? a.map((x, j) => x + s * (b[j] - x)) : all.slice());
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  stop() {
    this.running = null;
    this.note.textContent = '';
    this.mark();
  }

  mark() {
    this.buttons.forEach((button, k) => {
      button.classList.toggle('on', k === this.running);
      button.ariaPressed = k === this.running;
    });
  }
}

/** Add what a page of `snodo view` has beyond that of a result. */
export function live(app) {
  document.head.append(make('style', { textContent: style }));
  const { scene } = app, data = scene.live;
  if (data.sliders) movable(app, data);
  if (!data.static) listen(data.version, app.main);
}

function movable(app, data) {
  document.body.classList.add('movable');
  const place = found => {
    app.stage.live = found;
    app.dirty = true;
  };
  const questions = new Questions(data.version);
  const move = new Move(data, app.scene.dimension, place, questions);
  const again = () => questions.newest('move', { to: {} }, answer => move.take(answer), () => {});
  const motions = new Motions(data.motions, place, questions, again);
  move.onmove = () => motions.stop();
  const added = [move.element, findings(data.findings, app.scene, found => app.choose(found))];
  if (data.motions.length) added.push(motions.element);
  app.side.prepend(...added);
  place(floats(data.poses));
  app.live = { move, motions, questions };
}
