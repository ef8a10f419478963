// The side panel: switches, curves, and what is selected.
import { forceAt, short, valueAt } from './data.js';
import { make } from './dom.js';
import { Plot } from './plot.js';

const WORDS = {
  forces: 'Forces', reactions: 'Reactions', joints: 'Joints', traces: 'Paths', names: 'Names', ghosts: 'Positions',
  com: 'Centres', frames: 'Axes', glass: 'Glass',
};
const ROWS = 14; // values of a part that are listed

export class Panel {
  constructor(app, side) {
    Object.assign(this, { app, side, scene: app.scene, buttons: {} });
    this.switches = make('div', { id: 'switches' });
    this.inspect = make('div', { id: 'inspect' });
    const plots = make('div', { id: 'plots' });
    this.section('Show', this.switches);
    for (const word of this.words()) {
      this.buttons[word] = make('button', { textContent: WORDS[word], onclick: () => app.toggle(word) });
      this.buttons[word].dataset.word = word;
      this.switches.append(this.buttons[word]);
    }
    this.plots = this.curves(plots);
    if (this.plots.length) this.section('Curves', plots);
    if (this.scene.copies.length) this.section('Compared', this.key());
    this.section('Selected', this.inspect);
    if (this.scene.notes.length) this.section('Notes', ...this.scene.notes.map(text => make('p', { className: 'note', textContent: text })));
    this.renew();
  }

  section(title, ...parts) {
    this.side.append(make('section', {}, make('h2', { textContent: title }), ...parts));
  }

  /** Switches that have something to show. */
  words() {
    const { scene } = this;
    const some = kind => scene.arrows.some(a => a.kind === kind);
    const plane = scene.dimension === 2;
    return Object.keys(WORDS).filter(word => ({
      forces: some('applied'),
      reactions: some('reaction'),
      joints: !plane && scene.joints.length > 0,
      traces: scene.traces.length > 0,
      names: !plane || scene.labels.length > 0,
      ghosts: plane && scene.frames > 2,
    })[word] ?? true);
  }

  has(word) { return word in this.buttons; }

  renew() {
    for (const [word, button] of Object.entries(this.buttons)) {
      button.classList.toggle('on', this.app.on[word]);
      button.ariaPressed = String(this.app.on[word]);
    }
  }

  curves(holder) {
    const { list, shown } = this.scene.series;
    if (!list.length || this.app.scenes.length > 1) return [];
    const asked = (this.app.hash.get('curves') ?? '').split(',').map(name => list.findIndex(s => s.name === name)).filter(k => k >= 0);
    const first = asked.length ? asked : shown.length ? shown : [0];
    const options = {
      dirty: () => { this.app.dirty = true; },
      seek: share => this.app.time.go(share * (this.scene.frames - 1)),
    };
    return first.map(k => new Plot(this.scene, holder, options, k));
  }

  /** Which of the motions that are overlaid is which. */
  key() {
    const rows = [this.scene.label ?? 'first', ...this.scene.copies.map(copy => copy.label)];
    return make('ul', { className: 'key' }, ...rows.map((text, k) => make('li', { textContent: text, className: k ? 'faint' : '' })));
  }

  theme() { this.plots.forEach(plot => plot.theme()); }

  draw() {
    this.plots.forEach(plot => plot.draw(this.app.frameOf(0)));
    this.drawSelected();
  }

  // ------------------------------------------------------------ what is selected
  drawSelected() {
    const { pick } = this.app;
    this.shown = this.app.scenes[pick?.number ?? 0];
    const frame = this.app.frameOf(pick?.number ?? 0);
    const part = pick && (pick.kind === 'body' ? this.shown.bodies : this.shown.joints)[pick.index];
    if (!part) {
      if (this.last !== null) this.inspect.replaceChildren(make('p', { textContent: 'Click a body or a joint.' }));
      this.last = null;
      return;
    }
    const rows = [...(pick.kind === 'body' ? this.body(part, pick.index, frame) : this.joint(part, frame)), ...this.values(part, frame)];
    if (this.last !== part) this.begin(part, pick);
    this.last = part;
    this.table.replaceChildren(...rows.map(([name, value]) => make('tr', {}, make('td', { textContent: name }), make('td', { textContent: value }))));
  }

  begin(part, pick) {
    const dot = make('span', { className: 'dot' });
    dot.style.background = pick.kind === 'body' ? part.color : 'var(--faint)';
    const title = make('div', { className: 'what' }, dot, make('strong', { textContent: part.name }));
    if (pick.kind === 'body') {
      title.append(make('button', { textContent: 'Follow', id: 'follow', onclick: () => this.app.follow(pick.index, pick.number) }));
    }
    this.table = make('table');
    this.inspect.replaceChildren(title, this.table);
  }

  body(part, index, frame) {
    const at = this.app.stages[this.app.pick.number].pose(index, frame);
    const plane = this.shown.dimension === 2;
    const rows = part.mass === undefined ? [] : [['mass', `${short(part.mass)} kg`]];
    if (at) rows.push([plane ? 'x, y' : 'x, y, z', `${[...at].slice(0, plane ? 2 : 3).map(v => short(v, 3)).join(', ')} m`]);
    if (at && plane) rows.push(['angle', `${short(at[2] * 180 / Math.PI)}°`]);
    return rows;
  }

  joint(part, frame) {
    const name = number => this.shown.bodies[number]?.name ?? 'ground';
    const rows = [['kind', part.kind.replaceAll('_', ' ')], ['between', `${name(part.parent)} – ${name(part.child)}`]];
    const arrow = this.shown.arrows.find(a => a.name === part.name && a.kind === 'reaction');
    const size = (values, n) => Math.hypot(...Array.from({ length: n }, (_, c) => forceAt(this.shown, values, c, frame)));
    if (arrow?.values) rows.push(['|force|', `${short(size(arrow.values, this.shown.dimension))} N`]);
    if (arrow?.moments) rows.push(['|moment|', `${short(size(arrow.moments, this.shown.dimension === 2 ? 1 : 3))} N m`]);
    if (arrow?.determined === false) rows.push(['reaction', 'not determined: one choice of many']);
    return rows;
  }

  values(part, frame) {
    const found = [];
    this.shown.series.list.forEach((s, k) => {
      if (s.name.startsWith(`${part.name}.`) && found.length < ROWS) {
        found.push([s.name.slice(part.name.length + 1), `${short(valueAt(this.shown, k, frame))} ${s.unit}`]);
      }
    });
    return found;
  }
}
