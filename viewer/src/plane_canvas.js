// The same drawing on a canvas, for mechanisms with so many bodies that SVG becomes slow.  What is faint as a whole is
// drawn on a canvas of its own first; what stands still is drawn there once for each view.
import { Marks } from './canvas_marks.js';
import { Signs } from './canvas_signs.js';
import { Paint, edge } from './look.js';
import { CLEAR, PlaneStage } from './plane_stage.js';

const NEAR = 40; // pixels from the centre of mass of a body that pick it

/** A sheet of glass over the picture, with what was drawn on it last. */
class Glass {
  constructor() {
    this.canvas = document.createElement('canvas');
    this.key = '';
  }

  /** Lay it over a picture, drawn anew if `key` has changed; without a key it has always changed. */
  over(c, view, alpha, draw, key = '') {
    const { canvas } = this;
    if (!key || key !== this.key) {
      this.key = key;
      sized(canvas, view);
      draw(cleared(canvas));
    }
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.globalAlpha = alpha;
    c.drawImage(canvas, 0, 0);
    c.globalAlpha = 1;
  }
}

function sized(canvas, { wide, tall, dpr }) {
  const size = { width: Math.max(1, Math.round(wide * dpr)), height: Math.max(1, Math.round(tall * dpr)) };
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
}

function cleared(canvas) {
  const c = canvas.getContext('2d');
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.clearRect(0, 0, canvas.width, canvas.height);
  return c;
}

export class PlaneCanvas extends PlaneStage {
  constructor(scene, holder, options) {
    super(scene, holder, options);
    this.canvas = document.createElement('canvas');
    holder.prepend(this.canvas);
    this.marks = new Marks(scene, this.planar);
    this.signs = new Signs(this);
    this.glass = { ghosts: new Glass(), copies: new Glass(), marks: new Glass(), paths: new Glass(), others: new Glass() };
    this.paths = [];
    this.eachPath((t, k, points) => {
      const path = new Path2D();
      points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
      this.paths.push({ path, color: edge(scene.bodies[t.body]?.color ?? '#6F6F6F'), copied: k > 0 });
    });
    this.theme();
    this.listen(this.canvas);
  }

  theme() {
    this.paint = new Paint();
    this.marks.theme(this.paint);
    this.signs.theme(this.paint);
    for (const one of Object.values(this.glass)) one.key = '';
  }

  // ------------------------------------------------------------ the mouse
  /** The joint under the pointer, or the body, or the body that is nearest. */
  under(e) {
    const clear = Math.min(CLEAR, Math.max(3, 2.2 * this.scene.h * this.sheet.k));
    return this.jointUnder(e, clear) ?? this.bodyUnder(e);
  }

  bodyUnder(e) {
    const at = this.planar.all(this.frame ?? 0);
    const r = this.holder.getBoundingClientRect();
    const [x, y] = [e.clientX - r.left, e.clientY - r.top];
    const c = this.canvas.getContext('2d');
    const hit = this.marks.under(c, x, y, at, this.view());
    if (hit !== null) return { kind: 'body', index: hit };
    let best = NEAR;
    let found = null;
    this.scene.bodies.forEach((_, index) => {
      const [u, v] = this.sheet.screen([at[4 * index], at[4 * index + 1]]);
      const far = Math.hypot(x - u, y - v);
      if (far < best) {
        best = far;
        found = { kind: 'body', index };
      }
    });
    return found;
  }

  // ------------------------------------------------------------ a frame
  view() {
    const { k, tx, ty } = this.sheet;
    return { k, tx, ty, wide: this.holder.clientWidth, tall: this.holder.clientHeight, dpr: Math.min(devicePixelRatio, 2) };
  }

  draw(frame) {
    this.begin(frame);
    const { scene, planar, options: { on } } = this;
    const view = this.view();
    const key = Object.values(view).join(' ');
    const at = planar.all(frame);
    sized(this.canvas, view);
    const c = cleared(this.canvas);
    if (on.ghosts) this.glass.ghosts.over(c, view, 0.17, d => this.drawGhosts(d, view), key);
    for (const { motion } of scene.copies) {
      this.glass.copies.over(c, view, 0.38, d => this.marks.draw(d, planar.all(frame, motion), view, mark => this.moves(mark)));
    }
    const accent = this.paint.of('var(--accent)');
    const bodies = d => this.marks.draw(d, at, view, undefined, mark => (this.isPicked(mark) ? accent : null));
    if (on.glass) this.glass.marks.over(c, view, 0.45, bodies);
    else bodies(c);
    if (on.traces && this.paths.length) {
      this.glass.paths.over(c, view, 1, d => this.drawPaths(d, view, false), key);
      if (scene.copies.length) this.glass.others.over(c, view, 0.45, d => this.drawPaths(d, view, true), key);
    }
    this.signs.draw(c, at, view, frame);
    this.drawLegend();
  }

  drawGhosts(c, view) {
    this.still ??= { marks: new Set(this.ghostMarks()), frames: this.ghostFrames() };
    for (const frame of this.still.frames) this.marks.draw(c, this.planar.all(frame), view, mark => this.still.marks.has(mark));
  }

  drawPaths(c, { k, tx, ty, dpr }, copied) {
    c.setTransform(dpr * k, 0, 0, -dpr * k, dpr * tx, dpr * ty);
    c.lineJoin = c.lineCap = 'round';
    for (const { path, color } of this.paths.filter(one => one.copied === copied)) {
      for (const [width, look] of [[5, 'var(--halo)'], [2.4, color]]) {
        c.lineWidth = width / k;
        c.strokeStyle = this.paint.of(look);
        c.stroke(path);
      }
    }
  }
}
