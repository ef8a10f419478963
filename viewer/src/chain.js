// Forward kinematics of an open chain in the page: T_child = T_parent · T_stands · J(q) · T_carries⁻¹.
// A frame is { r: [x, y, z], A: nine numbers by rows }.

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
const HERE = () => ({ r: [0, 0, 0], A: [1, 0, 0, 0, 1, 0, 0, 0, 1] });

const turned = (A, v) => [0, 3, 6].map(i => A[i] * v[0] + A[i + 1] * v[1] + A[i + 2] * v[2]);
const transposed = A => [A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8]];

/** Frame b, given in frame a, in the frame in which a is given. */
export function joined(a, b) {
  const A = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      A.push(a.A[3 * i] * b.A[j] + a.A[3 * i + 1] * b.A[3 + j] + a.A[3 * i + 2] * b.A[6 + j]);
    }
  }
  const d = turned(a.A, b.r);
  return { r: [a.r[0] + d[0], a.r[1] + d[1], a.r[2] + d[2]], A };
}

export function inverse(f) {
  const A = transposed(f.A), r = turned(A, f.r);
  return { r: [-r[0], -r[1], -r[2]], A };
}

/** Axes after a turn about a unit vector. */
function about([x, y, z], angle) {
  const c = Math.cos(angle), s = Math.sin(angle), k = 1 - c;
  return [
    c + k * x * x, k * x * y - s * z, k * x * z + s * y,
    k * x * y + s * z, c + k * y * y, k * y * z - s * x,
    k * x * z - s * y, k * y * z + s * x, c + k * z * z,
  ];
}

/** Axes of Euler parameters. */
function attitude([w, x, y, z]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ];
}

/** Axes after a turn by a rotation vector. */
function turn(v) {
  const angle = Math.hypot(...v);
  return angle === 0 ? HERE().A : about(v.map(x => x / angle), angle);
}

/** One freedom of a chain: a slide along x, y, z, or a turn rx, ry, rz. */
function freedom(letter, value) {
  const axis = AXES[letter.at(-1)];
  return letter.startsWith('r') ? { r: [0, 0, 0], A: about(axis, value) } : { r: axis.map(x => x * value), A: HERE().A };
}

/** What a joint does: the frame on its child seen from the frame on its parent. */
function motion(joint, q, turns) {
  const rotated = p => joined({ r: [0, 0, 0], A: attitude(p) }, { r: [0, 0, 0], A: turn(turns) }).A;
  if (joint.kind === 'spherical') return { r: [0, 0, 0], A: rotated(q) };
  if (joint.kind === 'free') return { r: q.slice(0, 3), A: rotated(q.slice(3)) };
  if (joint.kind === 'chain') return joint.letters.reduce((f, letter, k) => joined(f, freedom(letter, q[k])), HERE());
  const axis = AXES[joint.letters[0]].map(x => x * joint.sign);
  const slide = { revolute: 0, prismatic: 1, helical: joint.pitch }[joint.kind] * q[0];
  return { r: axis.map(x => x * slide), A: joint.kind === 'prismatic' ? HERE().A : about(axis, q[0]) };
}

const frame = numbers => ({ r: numbers.slice(0, 3), A: numbers.slice(3) });

/** Euler parameters w, x, y, z of axes. */
function parameters(A) {
  const t = A[0] + A[4] + A[8];
  const four = [1 + t, 1 + 2 * A[0] - t, 1 + 2 * A[4] - t, 1 + 2 * A[8] - t];
  const k = four.indexOf(Math.max(...four)), s = Math.sqrt(four[k]) / 2;
  const rows = [
    [4 * s * s, A[7] - A[5], A[2] - A[6], A[3] - A[1]],
    [A[7] - A[5], 4 * s * s, A[1] + A[3], A[2] + A[6]],
    [A[2] - A[6], A[1] + A[3], 4 * s * s, A[5] + A[7]],
    [A[3] - A[1], A[2] + A[6], A[5] + A[7], 4 * s * s],
  ];
  return rows[k].map(x => x / (4 * s));
}

/** Poses of all bodies, as the stage reads them, from the values of the sliders. */
export function poses(live, dimension, values) {
  const count = live.com.length, bodies = [];
  bodies[count] = HERE();
  for (const joint of live.chain) {
    const q = [...joint.q], turns = [0, 0, 0];
    for (const [slider, kind, at] of joint.sets) {
      if (kind === 'turn') turns[at - (joint.kind === 'free' ? 3 : 0)] = values[slider];
      else q[at] = values[slider];
    }
    const own = motion(joint, q, turns);
    const moved = joint.backward ? inverse(own) : own;
    bodies[joint.body] = joined(joined(joined(bodies[joint.base], frame(joint.stands)), moved), inverse(frame(joint.carries)));
  }
  const out = new Float32Array((dimension === 2 ? 3 : 7) * count);
  for (let k = 0; k < count; k++) {
    const { r, A } = bodies[k];
    if (dimension === 2) {
      const c = turned(A, live.com[k]);
      out.set([r[0] + c[0], r[1] + c[1], Math.atan2(A[3], A[0])], 3 * k);
    } else {
      out.set([...r, ...parameters(A)], 7 * k);
    }
  }
  return out;
}
