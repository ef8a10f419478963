// What the two drawings of the plane share: the sheet, the scale of the arrows, what is selected and followed.
import { CAP } from './arrows.js';
import { arrowScale, force, forceAt, length, round125 } from './data.js';
import { Planar } from './planar.js';
import { Sheet } from './sheet.js';

export const GHOSTS = 7;
export const ACTIONS = 9; // layer of drivers and forces
export const CLEAR = 14; // pixels around a joint that pick it
const LEAST = 3; // pixels of the shortest force that is drawn
const LEAST_TURN = 6; // and of the smallest radius of a moment

export class PlaneStage {
  constructor(scene, holder, options) {
    Object.assign(this, { scene, holder, options });
    this.planar = new Planar(scene);
    this.sheet = new Sheet(holder, scene.box, options.dirty);
    this.size = Math.hypot(scene.box[2] - scene.box[0], scene.box[3] - scene.box[1]);
    this.perNewton = arrowScale(scene.arrows, scene.arrowRows, 2, 0.16 * this.size);
    this.perNewtonMeter = arrowScale(scene.arrows, scene.arrowRows, 1, 0.06 * this.size, a => a.moments);
    new ResizeObserver(() => {
      if (!this.sheet.touched) this.sheet.fit();
      options.dirty();
    }).observe(holder);
  }

  set live(poses) { this.planar.live = poses; }
  get live() { return this.planar.live; }

  /** Select what is clicked, and name what is under the pointer. */
  listen(element) {
    let from = null;
    element.addEventListener('pointerdown', e => { from = [e.clientX, e.clientY]; });
    element.addEventListener('click', e => {
      if (from && Math.hypot(e.clientX - from[0], e.clientY - from[1]) < 5) this.options.pick(this.under(e));
    });
    element.addEventListener('pointermove', e => {
      const found = this.under(e);
      element.style.cursor = found ? 'pointer' : 'grab';
      const list = found?.kind === 'joint' ? this.scene.joints : this.scene.bodies;
      this.options.hover?.(found ? list[found.index].name : null, e.clientX, e.clientY);
    });
    element.addEventListener('pointerleave', () => this.options.hover?.(null));
  }

  /** The joint nearest to the pointer, within some pixels. */
  jointUnder(e, clear) {
    const r = this.holder.getBoundingClientRect();
    let best = clear;
    let found = null;
    this.scene.joints.forEach((joint, index) => {
      const [x, y] = this.sheet.screen(this.planar.point(joint.child, joint.at, this.frame ?? 0));
      const far = Math.hypot(e.clientX - r.left - x, e.clientY - r.top - y);
      if (far < best) {
        best = far;
        found = { kind: 'joint', index };
      }
    });
    return found;
  }

  highlight(pick) { this.pick = pick; }
  pose(body, frame) { return this.planar.pose(body, frame); }

  /** Place on the screen of the joint that is selected; not a number without one. */
  chosenJoint(frame) {
    const joint = this.pick?.kind === 'joint' ? this.scene.joints[this.pick.index] : null;
    return joint ? this.sheet.screen(this.planar.point(joint.child, joint.at, frame)) : [NaN, NaN];
  }

  /** Middle of a name on the screen. */
  labelPlace(label, frame) {
    const p = this.planar.point(label.body, label.at, frame);
    return this.sheet.screen([p[0] + label.off[0], p[1] + label.off[1]]);
  }

  isPicked(mark) { return this.pick?.kind === 'body' && mark.body === this.pick.index && mark.layer < ACTIONS - 3; }

  moves(mark) {
    const last = this.scene.bodies.length;
    return mark.ends ? mark.ends.some(([body]) => body < last) : mark.body < last;
  }

  /** Marks of the faint positions, and the frames of these along the first period. */
  ghostMarks() { return this.scene.marks.filter(m => m.layer < ACTIONS - 1 && m.ghost !== false && this.moves(m)); }
  ghostFrames() {
    const period = this.planar.period();
    return Array.from({ length: GHOSTS }, (_, i) => Math.round((i + 1) * period / (GHOSTS + 1)));
  }

  /** Every path with its motions, as a pen draws it in metres: call `draw(trace, number of the motion, points)`. */
  eachPath(draw) {
    const { scene, planar } = this;
    const fine = Math.min(8, Math.ceil(1200 / scene.frames));
    for (const t of scene.traces) {
      [scene.motion, ...scene.copies.map(copy => copy.motion)].forEach((motion, k) => {
        const points = [];
        for (let i = 0; i <= fine * (scene.frames - 1); i++) {
          const p = planar.point(t.body, t.at, i / fine, motion);
          if (Number.isFinite(p[0] + p[1])) points.push(p);
        }
        draw(t, k, points);
      });
    }
  }

  /** Move the sheet so that a body stays where it was on the screen. */
  keep(body, frame) {
    const [x, y] = this.sheet.screen(this.pose(body, frame));
    if (!Number.isFinite(x + y)) return; // the motion has ended
    if (this.kept) {
      this.sheet.tx += this.kept[0] - x;
      this.sheet.ty += this.kept[1] - y;
    } else this.kept = [x, y];
  }

  /** Before a frame is drawn. */
  begin(frame) {
    this.frame = frame;
    if (!this.sheet.k) this.sheet.fit();
    if (this.follow !== undefined) this.keep(this.follow, frame);
  }

  // ------------------------------------------------------------ forces
  isOn(a) { return this.options.on[a.kind === 'reaction' ? 'reactions' : 'forces']; }

  /** A force in pixels, with y downwards, and whether it is cut; null where there is none to be seen. */
  straight(a, frame) {
    if (!a.values || !this.isOn(a)) return null;
    const { k } = this.sheet;
    const scale = this.perNewton * k;
    const fx = forceAt(this.scene, a.values, 0, frame) * scale;
    const fy = -forceAt(this.scene, a.values, 1, frame) * scale;
    const size = Math.hypot(fx, fy);
    const share = Math.min(1, CAP * this.size * k / size);
    return size >= LEAST ? [fx * share, fy * share, share < 1] : null; // false for NaN
  }

  /** A moment [N m] and the radius of its arrow in pixels; null where there is none to be seen. */
  round(a, frame) {
    if (!a.moments || !this.isOn(a)) return null;
    const m = forceAt(this.scene, a.moments, 0, frame);
    const r = Math.min(Math.abs(m) * this.perNewtonMeter, 0.12 * this.size) * this.sheet.k;
    return r >= LEAST_TURN ? [m, r] : null;
  }

  drawLegend() {
    const { on } = this.options;
    const { k } = this.sheet;
    const bar = round125(0.16 * this.holder.clientWidth / k);
    const newtons = round125(90 / k / this.perNewton);
    const some = this.scene.arrows.some(a => a.values && this.isOn(a));
    this.options.legend({
      bar: [bar * k, length(bar)],
      force: some ? [newtons * k * this.perNewton, force(newtons)] : null,
      reactions: on.reactions && !on.forces,
    });
  }

  views() { return { Fit: () => this.sheet.fit() }; }
  theme() {}
}
