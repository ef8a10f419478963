// Arrows of forces and moments in the plane, as paths in pixels.  A force longer than CAP has a broken shaft; a moment
// is an arc with a double head.

export const CAP = 0.6;
const HEAD = 15;
const HALF = 2;

/** Path of a force arrow from p along (fx, fy) pixels, with y downwards; `capped` breaks its shaft. */
export function arrow(p, fx, fy, capped) {
  const size = Math.hypot(fx, fy);
  const u = [fx / size, fy / size];
  const v = [-u[1], u[0]];
  const head = Math.min(HEAD, 0.55 * size);
  const neck = size - head;
  const at = (s, o) => `${(p[0] + u[0] * s + v[0] * o).toFixed(2)} ${(p[1] + u[1] * s + v[1] * o).toFixed(2)}`;
  const tip = `L${at(neck, 6)}L${at(size, 0)}L${at(neck, -6)}`;
  if (!capped) return `M${at(0, HALF)}L${at(neck, HALF)}${tip}L${at(neck, -HALF)}L${at(0, -HALF)}Z`;
  const a = 0.45 * neck;
  const b = a + 7;
  const piece = (from, to) => `M${at(from, HALF)}L${at(to, HALF)}L${at(to - 3, -HALF)}L${at(from - 3 * (from > 0), -HALF)}Z`;
  return `${piece(0, a)}M${at(b, HALF)}L${at(neck, HALF)}${tip}L${at(neck, -HALF)}L${at(b - 3, -HALF)}Z`;
}

/** Path of a moment about p: an arc of 270° of radius r, counter-clockwise for positive ones, with two heads. */
export function moment(p, value, r) {
  const turn = value > 0 ? -1 : 1; // the screen's y points downwards
  const point = (angle, radius) => [p[0] + radius * Math.cos(angle), p[1] + radius * Math.sin(angle)];
  const text = ([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`;
  const start = turn * 0.25 * Math.PI;
  const sweep = turn * 1.5 * Math.PI;
  const head = Math.min(0.9, 11 / r) * turn;
  const end = start + sweep;
  const ring = (from, to, out, back) => {
    const flag = turn > 0 ? 1 : 0;
    return `M${text(point(from, r + out))}A${r + out} ${r + out} 0 1 ${flag} ${text(point(to, r + out))}`
      + `L${text(point(to, r - back))}A${r - back} ${r - back} 0 1 ${1 - flag} ${text(point(from, r - back))}Z`;
  };
  const tip = at => `M${text(point(at - head, r + 5.5))}L${text(point(at, r))}L${text(point(at - head, r - 5.5))}Z`;
  return ring(start, end - 1.2 * head, 1.5, 1.5) + tip(end) + tip(end - 0.75 * head);
}
