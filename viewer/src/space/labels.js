// Names beside bodies and joints; those that would cover others move aside or wait.
import { make } from '../dom.js';

const MOST = 60; // bodies up to which there are names
const WITH_JOINTS = 10; // and up to which joints have them too
const UNNAMED = ['fixed', 'free', 'selection'];
const HEIGHT = 16;
const LETTER = 7; // pixels, until the text has been measured

export class Labels {
  constructor(data, holder, bodies) {
    this.element = make('div', { id: 'names' });
    holder.append(this.element);
    this.list = [];
    if (data.bodies.length > MOST) return;
    if (data.bodies.length <= WITH_JOINTS + 1) {
      for (const joint of data.joints) {
        if (!UNNAMED.includes(joint.kind)) this.add(joint.name, 'joint', () => bodies.point(joint.child, joint.at));
      }
    }
    data.bodies.slice(0, -1).forEach((body, k) => this.add(body.name, 'body', () => bodies.centre(k)));
  }

  add(text, kind, where) {
    const element = make('span', { textContent: text, className: kind });
    this.element.append(element);
    this.list.push({ element, kind, where, width: 0, text });
  }

  draw(on, camera, width, height) {
    this.element.style.display = on ? '' : 'none';
    if (!on) return;
    const taken = [];
    for (const label of this.list) {
      const p = label.where().project(camera);
      const at = p.z < 1 && Number.isFinite(p.x) ? this.free(label, (p.x + 1) / 2 * width, (1 - p.y) / 2 * height, taken) : null;
      label.element.style.visibility = at ? '' : 'hidden';
      if (!at) continue;
      taken.push(at);
      label.element.style.transform = `translate(${at[0].toFixed(1)}px,${at[1].toFixed(1)}px)`;
    }
  }

  /** Left, top, right, bottom of a place that is free, or null. */
  free(label, x, y, taken) {
    label.width ||= label.element.offsetWidth || LETTER * label.text.length;
    const w = label.width;
    const beside = [[12, -HEIGHT - 4], [12, 4], [-w - 12, -HEIGHT - 4], [-w - 12, 4]];
    const places = label.kind === 'joint' ? beside : [[-w / 2, -HEIGHT / 2], ...beside, [-w / 2, -1.8 * HEIGHT], [-w / 2, 0.8 * HEIGHT]];
    for (const [dx, dy] of places) {
      const box = [x + dx, y + dy, x + dx + w, y + dy + HEIGHT];
      if (!taken.some(t => t[0] < box[2] + 3 && box[0] < t[2] + 3 && t[1] < box[3] && box[1] < t[3])) return box;
    }
    return null;
  }
}
