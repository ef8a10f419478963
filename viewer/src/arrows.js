// Arrows of forces and moments in the plane, in pixels, drawn by a pen: a canvas, a Path2D, or the text of an SVG path.
// A force longer than CAP has a broken shaft; a moment is an arc with a double head.

export const CAP = 0.6;
const HEAD = 15;
const HALF = 2; // of the shaft
const WIDE = 6; // of the head

/** A pen that writes the path of an SVG. */
export class TextPen {
  text = '';

  moveTo(x, y) { this.text += `M${x.toFixed(2)} ${y.toFixed(2)}`; }
  lineTo(x, y) { this.text += `L${x.toFixed(2)} ${y.toFixed(2)}`; }
  closePath() { this.text += 'Z'; }

  /** An arc of more than 180° from where the pen is. */
  arc(x, y, r, from, to, back) {
    this.text += `A${r} ${r} 0 1 ${back ? 0 : 1} ${(x + r * Math.cos(to)).toFixed(2)} ${(y + r * Math.sin(to)).toFixed(2)}`;
  }
}

/** A force arrow from p along (fx, fy) pixels, with y downwards; `capped` breaks its shaft, `slim` < 1 makes it thin. */
export function arrow(pen, p, fx, fy, capped, slim = 1) {
  const size = Math.hypot(fx, fy);
  const ux = fx / size;
  const uy = fy / size;
  const head = Math.min(HEAD * slim, 0.55 * size);
  const half = HALF * slim;
  const wide = WIDE * slim;
  const neck = size - head;
  const move = (s, o) => pen.moveTo(p[0] + ux * s - uy * o, p[1] + uy * s + ux * o);
  const line = (s, o) => pen.lineTo(p[0] + ux * s - uy * o, p[1] + uy * s + ux * o);
  const a = 0.45 * neck;
  const from = capped ? a + 7 : 0;
  if (capped) {
    move(0, half);
    line(a, half);
    line(a - 3, -half);
    line(0, -half);
    pen.closePath();
  }
  move(from, half);
  line(neck, half);
  line(neck, wide);
  line(size, 0);
  line(neck, -wide);
  line(neck, -half);
  line(from - (capped ? 3 : 0), -half);
  pen.closePath();
}

/** A moment about p: an arc of 270° of radius r, counter-clockwise for positive ones, with two heads. */
export function moment(pen, p, value, r) {
  const turn = value > 0 ? -1 : 1; // the screen's y points downwards
  const point = (angle, radius) => [p[0] + radius * Math.cos(angle), p[1] + radius * Math.sin(angle)];
  const start = turn * 0.25 * Math.PI;
  const head = Math.min(0.9, 11 / r) * turn;
  const end = start + turn * 1.5 * Math.PI;
  const neck = end - 1.2 * head;
  pen.moveTo(...point(start, r + 1.5));
  pen.arc(p[0], p[1], r + 1.5, start, neck, turn < 0);
  pen.lineTo(...point(neck, r - 1.5));
  pen.arc(p[0], p[1], r - 1.5, neck, start, turn > 0);
  pen.closePath();
  for (const tip of [end, end - 0.75 * head]) {
    pen.moveTo(...point(tip - head, r + 5.5));
    pen.lineTo(...point(tip, r));
    pen.lineTo(...point(tip - head, r - 5.5));
    pen.closePath();
  }
}
