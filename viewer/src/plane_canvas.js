// The same drawing on a canvas, for mechanisms with so many bodies that SVG becomes slow.
import { css } from './dom.js';
import { length, round125 } from './data.js';
import { Planar } from './planar.js';
import { Sheet } from './sheet.js';

const THEME = { '#2B2F36': 'ink', '#FFFFFF': 'paper', '#E4E6EA': 'ground', '#7A808A': 'hatch', '#B0203A': 'action' };

export class PlaneCanvas {
  constructor(scene, holder, options) {
    Object.assign(this, { scene, holder, options });
    this.planar = new Planar(scene);
    this.canvas = document.createElement('canvas');
    holder.prepend(this.canvas);
    this.sheet = new Sheet(holder, scene.box, options.dirty);
    this.shapes = scene.marks.map(mark => (mark.ends ? null : this.shape(mark.s)));
    this.theme();
    this.listen();
    new ResizeObserver(() => {
      if (!this.sheet.touched) this.sheet.fit();
      options.dirty();
    }).observe(holder);
  }

  set live(poses) { this.planar.live = poses; }
  get live() { return this.planar.live; }

  shape(strokes) {
    const path = new Path2D();
    for (const s of strokes) {
      path.moveTo(s[0], s[1]);
      for (let k = 2; k < s.length; k += 2) path.lineTo(s[k], s[k + 1]);
    }
    return path;
  }

  theme() {
    const paint = color => (color ? css(THEME[color.toUpperCase()] ?? '') || color : null);
    this.looks = this.scene.marks.map(mark => ({ fill: paint(mark.fill), edge: paint(mark.edge) }));
  }

  listen() {
    let from = null;
    this.canvas.addEventListener('pointerdown', e => { from = [e.clientX, e.clientY]; });
    this.canvas.addEventListener('click', e => {
      if (from && Math.hypot(e.clientX - from[0], e.clientY - from[1]) < 5) this.options.pick(this.under(e));
    });
  }

  /** The body whose centre of mass is nearest to the pointer. */
  under(e) {
    const p = this.sheet.world(e.clientX, e.clientY);
    let best = 40 / this.sheet.k;
    let found = null;
    this.scene.bodies.forEach((_, index) => {
      const [x, y] = this.pose(index, this.frame ?? 0);
      const far = Math.hypot(x - p[0], y - p[1]);
      if (far < best) {
        best = far;
        found = { kind: 'body', index };
      }
    });
    return found;
  }

  highlight(pick) { this.pick = pick; }
  pose(body, frame) { return this.planar.pose(body, frame); }

  draw(frame) {
    this.frame = frame;
    const { canvas, sheet, holder } = this;
    if (!sheet.k) sheet.fit();
    const dpr = Math.min(devicePixelRatio, 2);
    const wide = Math.round(holder.clientWidth * dpr);
    const tall = Math.round(holder.clientHeight * dpr);
    if (canvas.width !== wide || canvas.height !== tall) Object.assign(canvas, { width: wide, height: tall });
    const c = canvas.getContext('2d');
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, wide, tall);
    c.lineJoin = c.lineCap = 'round';
    this.scene.marks.forEach((mark, i) => this.drawMark(c, mark, i, frame, dpr));
    const bar = round125(0.16 * holder.clientWidth / sheet.k);
    this.options.legend({ bar: [bar * sheet.k, length(bar)] });
  }

  drawMark(c, mark, i, frame, dpr) {
    const { k, tx, ty } = this.sheet;
    const { matrix: m, length: l } = this.planar.placed(mark, frame);
    if (!Number.isFinite(m[4] + m[5])) return;
    c.setTransform(dpr * k, 0, 0, -dpr * k, dpr * tx, dpr * ty);
    c.transform(...m);
    const path = this.shapes[i] ?? this.shape(this.planar.strokes(mark, l));
    const { fill, edge } = this.looks[i];
    const picked = this.pick?.kind === 'body' && this.pick.index === mark.body;
    c.globalAlpha = mark.a ?? 1;
    if (fill) {
      c.fillStyle = fill;
      c.fill(path);
    }
    if (edge || picked) {
      c.strokeStyle = picked ? css('accent') : edge;
      c.lineWidth = (picked ? 3 : mark.w * 1.35) / k;
      c.stroke(path);
    }
  }

  views() { return { Fit: () => this.sheet.fit() }; }
}
