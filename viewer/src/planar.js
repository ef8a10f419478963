// Poses of planar bodies, which the SVG and the canvas share: x, y, φ of each, the ground last.
import { cubic } from './data.js';

export class Planar {
  constructor(scene) {
    this.scene = scene;
    this.count = scene.bodies.length;
    this.live = null;
  }

  /** x, y, φ of a body at a frame, of the scene's motion or of another one. */
  pose(body, frame, motion = this.scene.motion) {
    if (body >= this.count) return [0, 0, 0];
    if (this.live && motion === this.scene.motion) return [...this.live.slice(3 * body, 3 * body + 3)];
    const { frames } = this.scene;
    return [0, 1, 2].map(c => cubic(motion, 3 * body + c, frames, frame));
  }

  /** All bodies at a frame, the ground last: x, y, cos φ, sin φ of each, one after the other. */
  all(frame, motion) {
    const found = new Float64Array(4 * this.count + 4);
    for (let body = 0; body <= this.count; body++) {
      const [x, y, a] = this.pose(body, frame, motion);
      found.set([x, y, Math.cos(a), Math.sin(a)], 4 * body);
    }
    return found;
  }

  point(body, at, frame, motion) {
    const [x, y, a] = this.pose(body, frame, motion);
    const c = Math.cos(a);
    const s = Math.sin(a);
    return [x + c * at[0] - s * at[1], y + s * at[0] + c * at[1]];
  }

  /** Where a mark is: the matrix a b c d e f of its frame, and for one between two points its length. */
  placed(mark, frame, motion) {
    if (mark.ends) {
      const [a, b] = mark.ends.map(([body, x, y]) => this.point(body, [x, y], frame, motion));
      const l = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const [ex, ey] = l > 0 ? [(b[0] - a[0]) / l, (b[1] - a[1]) / l] : [1, 0];
      return { matrix: [ex, ey, -ey, ex, a[0], a[1]], length: l };
    }
    const [x, y] = this.point(mark.body, mark.at, frame, motion);
    const angle = mark.turns ? this.pose(mark.body, frame, motion)[2] : 0;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return { matrix: [c, s, -s, c, x, y], length: 0 };
  }

  /** Strokes of a mark in its own frame; those between two points depend on their distance. */
  strokes(mark, length) {
    return mark.ends ? mark.s.map(([a, b]) => a.map((v, k) => v + b[k] * length)) : mark.s;
  }

  /** Frames until the motion first returns to its start, or all. */
  period() {
    const { motion, frames } = this.scene;
    const far = k => {
      let s = 0;
      for (let c = 0; c < 3 * this.count; c++) {
        let d = motion[c * frames + k] - motion[c * frames];
        if (c % 3 === 2) d = Math.sin(d / 2);
        s += d * d;
      }
      return s;
    };
    let most = 0;
    for (let k = 0; k < frames; k += 4) most = Math.max(most, far(k));
    let left = false;
    for (let k = 1; k < frames; k++) {
      if (far(k) > 0.3 * most) left = true;
      if (left && far(k) < 4e-3 * most) return k;
    }
    return frames - 1;
  }
}
