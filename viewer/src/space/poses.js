// Where bodies are: places and Euler parameters between frames, by the cubic through four frames.
import { cubic } from '../data.js';

export class Poses {
  constructor(scene) {
    this.frames = scene.frames;
    this.count = scene.bodies.length - 1; // the ground is last
    this.live = null; // 7 numbers of each body, from a server
  }

  /** Move a group to the pose of a body; false where the motion has a gap. */
  place(group, body, frame, motion) {
    const [x, y, z, w, a, b, c] = this.numbers(body, frame, motion);
    const size = Math.hypot(w, a, b, c);
    if (!(size > 0) || Number.isNaN(x + y + z)) return false;
    group.position.set(x, y, z);
    group.quaternion.set(a / size, b / size, c / size, w / size);
    return true;
  }

  /** x y z, then w x y z. */
  numbers(body, frame, motion) {
    if (this.live && !motion.copy) return this.live.subarray(7 * body, 7 * body + 7);
    const { frames, count } = this;
    const found = [];
    for (let c = 0; c < 3; c++) found.push(cubic(motion.data, 3 * body + c, frames, frame));
    for (let c = 0; c < 4; c++) found.push(cubic(motion.data, 3 * count + 4 * body + c, frames, frame));
    return found;
  }
}
