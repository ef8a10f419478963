// Marks of planar bodies on a canvas.  Equal shapes share one path; small ones have fewer corners, and what is outside
// the picture is left out.
import { edge, inside } from './look.js';

const SMALL = 12; // pixels from its middle to its rim below which a shape has few corners
const CORNERS = 12;

/** Whether a stroke ends where it starts. */
const isClosed = s => s.length > 4 && Math.hypot(s[0] - s.at(-2), s[1] - s.at(-1)) < 1e-9;

function traced(path, s, step) {
  path.moveTo(s[0], s[1]);
  for (let k = 2 * step; k < s.length; k += 2 * step) path.lineTo(s[k], s[k + 1]);
  if (isClosed(s)) path.closePath();
  else if ((s.length / 2 - 1) % step) path.lineTo(s.at(-2), s.at(-1));
}

/** Strokes as paths, exact and with few corners, and how far they reach. */
function shapeOf(strokes) {
  const found = { fine: new Path2D(), coarse: new Path2D(), reach: 0 };
  for (const s of strokes) {
    traced(found.fine, s, 1);
    traced(found.coarse, s, isClosed(s) ? Math.max(1, Math.floor(s.length / 2 / CORNERS)) : 1);
    for (let k = 0; k < s.length; k += 2) found.reach = Math.max(found.reach, Math.hypot(s[k], s[k + 1]));
  }
  return found;
}

export class Marks {
  constructor(scene, planar) {
    Object.assign(this, { scene, planar });
    const known = new Map();
    for (const { s, ends } of scene.marks) if (!ends && !known.has(s)) known.set(s, shapeOf(s));
    this.shapes = scene.marks.map(({ s, ends }) => (ends ? null : known.get(s)));
  }

  theme(paint) {
    this.looks = this.scene.marks.map(mark => ({ fill: paint.of(inside(mark.fill)), edge: paint.of(edge(mark.edge)) }));
  }

  /** Matrix of a mark on the screen, and for one between two points its length, for the poses of all bodies. */
  placed(mark, at, view) {
    const { k } = view;
    const point = (body, x, y) => {
      const b = 4 * body;
      return [at[b] + at[b + 2] * x - at[b + 3] * y, at[b + 1] + at[b + 3] * x + at[b + 2] * y];
    };
    let c = 1, s = 0, long = 0, x, y;
    if (mark.ends) {
      [x, y] = point(...mark.ends[0]);
      const [u, v] = point(...mark.ends[1]);
      long = Math.hypot(u - x, v - y);
      if (long > 0) [c, s] = [(u - x) / long, (v - y) / long];
    } else {
      [x, y] = point(mark.body, ...mark.at);
      if (mark.turns) [c, s] = [at[4 * mark.body + 2], at[4 * mark.body + 3]];
    }
    return { matrix: [k * c, -k * s, -k * s, -k * c, k * x + view.tx, -k * y + view.ty], long };
  }

  /** Draw the marks that `wanted` is true of, with the poses of all bodies, on a sheet seen with { k, tx, ty, wide, tall, dpr }. */
  draw(c, at, view, wanted = () => true, picked = () => null) {
    const { k, dpr } = view;
    c.lineJoin = c.lineCap = 'round';
    this.scene.marks.forEach((mark, i) => {
      if (!wanted(mark)) return;
      const { matrix: m, long } = this.placed(mark, at, view);
      const shape = this.shapes[i] ?? shapeOf(this.planar.strokes(mark, long));
      const far = shape.reach * k + 4;
      if (!(m[4] > -far && m[5] > -far && m[4] < view.wide + far && m[5] < view.tall + far)) return; // also without a pose
      c.setTransform(dpr * m[0], dpr * m[1], dpr * m[2], dpr * m[3], dpr * m[4], dpr * m[5]);
      this.paint(c, mark, this.looks[i], far < SMALL ? shape.coarse : shape.fine, k, picked(mark));
    });
    c.globalAlpha = 1;
    c.setLineDash([]);
  }

  paint(c, mark, look, path, k, accent) {
    c.globalAlpha = mark.a ?? 1;
    if (look.fill) {
      c.fillStyle = look.fill;
      c.fill(path);
    }
    if (!look.edge && !accent) return;
    c.strokeStyle = accent ?? look.edge;
    c.lineWidth = (accent ? 3 : mark.w * 1.35) / k;
    c.setLineDash(mark.dash ? [6 / k, 4 / k] : []);
    c.stroke(path);
  }

  /** The body whose mark is under a point of the screen, the uppermost first. */
  under(c, x, y, at, view) {
    for (let i = this.scene.marks.length - 1; i >= 0; i--) {
      const mark = this.scene.marks[i];
      const shape = this.shapes[i];
      if (!shape || !this.looks[i].fill || mark.body >= this.planar.count) continue;
      const { matrix: m } = this.placed(mark, at, view);
      if (!(Math.hypot(x - m[4], y - m[5]) <= shape.reach * view.k)) continue;
      c.setTransform(...m);
      if (c.isPointInPath(shape.fine, x, y)) return mark.body;
    }
    return null;
  }
}
