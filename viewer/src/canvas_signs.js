// What is drawn over the bodies on a canvas: arrows of forces, centres of mass, axes, and the joint that is selected.
import { arrow, moment } from './arrows.js';
import { SERIF, edge, named } from './look.js';
import { CLEAR } from './plane_stage.js';

const MARGIN = 30; // pixels outside the picture at which an arrow may still be seen
const MANY = 300; // arrows of a kind in view from which they are thin
const SLIM = 0.4;
const CLEARLY = 0.6; // and how much of them is seen
const CENTRE = new Path2D('M0 0V-5A5 5 0 0 1 5 0ZM0 0V5A5 5 0 0 1 -5 0Z');
const ROUND = new Path2D('M5 0A5 5 0 1 1 -5 0A5 5 0 1 1 5 0Z');
const AXES = [['#D55E00', new Path2D('M0 0H30M30 0l-7 -3.5v7z')], ['#009E73', new Path2D('M0 0V-30M0 -30l-3.5 7h7z')]];

export class Signs {
  constructor(stage) { this.stage = stage; }

  theme(paint) {
    const colors = Object.fromEntries(['paper', 'halo', 'ink', 'accent', 'react', 'action'].map(name => [name, paint.of(`var(--${name})`)]));
    Object.assign(this, colors);
    this.sans = getComputedStyle(document.body).fontFamily;
    this.names = this.stage.scene.labels.map(label => paint.of(edge(label.color)));
  }

  draw(c, at, view, frame) {
    const { on } = this.stage.options;
    const flat = () => c.setTransform(view.dpr, 0, 0, view.dpr, 0, 0);
    c.lineJoin = 'miter';
    c.lineCap = 'butt';
    flat();
    this.chosen(c, frame);
    if (on.forces || on.reactions) this.forces(c, at, view, frame);
    c.setLineDash([]);
    if (on.com) this.each(at, view, (x, y) => this.centre(c, x, y, view.dpr));
    if (on.frames) this.each(at, view, (x, y, cos, sin) => this.axes(c, x, y, cos, sin, view.dpr));
    flat();
    if (on.names) this.write(c, frame);
  }

  /** All bodies in view: their places on the screen, and cos φ and sin φ. */
  each(at, view, draw) {
    this.stage.scene.bodies.forEach((_, body) => {
      const [x, y] = this.stage.sheet.screen([at[4 * body], at[4 * body + 1]]);
      if (this.seen(x, y, MARGIN, view)) draw(x, y, at[4 * body + 2], at[4 * body + 3]);
    });
  }

  seen(x, y, far, view) { return x > -far && y > -far && x < view.wide + far && y < view.tall + far; }

  // ------------------------------------------------------------ forces
  /** Very many arrows of a kind are thin and clear, without halos, so that they can be told apart. */
  forces(c, at, view, frame) {
    const found = [];
    for (const a of this.stage.scene.arrows) this.find(found, a, at, view, frame);
    for (const kind of ['reaction', 'applied']) {
      const own = found.filter(({ a }) => a.kind === kind);
      for (const one of own) this.put(c, one, own.length > MANY ? SLIM : 1);
    }
    c.globalAlpha = 1;
  }

  find(found, a, at, view, frame) {
    const { stage } = this;
    const b = 4 * a.body;
    const [u, v] = a.at;
    const p = stage.sheet.screen([at[b] + at[b + 2] * u - at[b + 3] * v, at[b + 1] + at[b + 3] * u + at[b + 2] * v]);
    if (!Number.isFinite(p[0] + p[1])) return;
    const straight = stage.straight(a, frame);
    if (straight && this.seen(...p, Math.hypot(straight[0], straight[1]) + MARGIN, view)) found.push({ a, draw: arrow, p, values: straight });
    const round = stage.round(a, frame);
    if (round && this.seen(...p, round[1] + MARGIN, view)) found.push({ a, draw: moment, p, values: round });
  }

  put(c, { a, draw, p, values }, slim) {
    const color = a.kind === 'reaction' ? this.react : this.action;
    const hollow = a.determined === false;
    c.beginPath();
    draw(c, p, ...values, slim);
    c.globalAlpha = slim < 1 ? CLEARLY : 1;
    c.fillStyle = hollow ? this.paper : color;
    if (hollow) c.fill();
    if (hollow || slim === 1) {
      c.setLineDash(hollow ? [3, 2] : []);
      c.strokeStyle = hollow ? color : this.halo;
      c.lineWidth = hollow ? 1.4 : 1.2;
      c.stroke();
    }
    if (!hollow) c.fill();
  }

  centre(c, x, y, dpr) {
    c.setTransform(dpr, 0, 0, dpr, dpr * x, dpr * y);
    c.fillStyle = this.paper;
    c.strokeStyle = this.ink;
    c.lineWidth = 1.3;
    c.fill(ROUND);
    c.stroke(ROUND);
    c.fillStyle = this.ink;
    c.fill(CENTRE);
  }

  axes(c, x, y, cos, sin, dpr) {
    c.setTransform(dpr * cos, -dpr * sin, dpr * sin, dpr * cos, dpr * x, dpr * y);
    c.lineWidth = 1.8;
    for (const [color, path] of AXES) {
      c.strokeStyle = c.fillStyle = color;
      c.fill(path);
      c.stroke(path);
    }
  }

  write(c, frame) {
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    c.lineJoin = 'round';
    this.stage.scene.labels.forEach((label, k) => {
      const [x, y] = this.stage.labelPlace(label, frame);
      if (!Number.isFinite(x + y)) return;
      c.font = label.italic ? `italic 15px ${SERIF}` : `14px ${this.sans}`;
      c.lineWidth = 3.5;
      c.strokeStyle = this.halo;
      c.strokeText(named(label.text), x, y);
      c.fillStyle = this.names[k];
      c.fillText(named(label.text), x, y);
    });
    c.lineJoin = 'miter';
  }

  chosen(c, frame) {
    const [x, y] = this.stage.chosenJoint(frame);
    if (!Number.isFinite(x + y)) return;
    c.beginPath();
    c.arc(x, y, CLEAR, 0, 2 * Math.PI);
    c.strokeStyle = this.accent;
    c.lineWidth = 2.5;
    c.stroke();
  }
}
