// The axes of the world in the lower right corner of the scene.
import { Vector3 } from 'three';
import { shape } from '../dom.js';
import { AXES } from './marks.js';

const SIZE = 64;
const ARM = 20;

export class Compass {
  constructor(holder) {
    this.svg = shape('svg', { class: 'compass', viewBox: `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`, width: SIZE, height: SIZE, 'aria-hidden': 'true' });
    this.svg.style.cssText = `position:absolute;inset:auto 8px 8px auto;width:${SIZE}px;height:${SIZE}px;pointer-events:none`;
    this.arms = AXES.map((color, k) => {
      const group = shape('g', {}, this.svg);
      const line = shape('line', { x1: 0, y1: 0, stroke: color, 'stroke-width': 2, 'stroke-linecap': 'round' }, group);
      const letter = shape('text', { fill: color, 'font-size': 11, 'font-weight': 600, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, group);
      letter.textContent = 'xyz'[k];
      return { group, line, letter };
    });
    holder.append(this.svg);
  }

  draw(camera) {
    const turned = this.arms.map((arm, k) => ({ arm, d: new Vector3().setComponent(k, 1).applyQuaternion(camera.quaternion.clone().invert()) }));
    turned.sort((a, b) => a.d.z - b.d.z); // the nearest last
    for (const { arm, d } of turned) {
      const flat = Math.hypot(d.x, d.y) || 1;
      arm.line.setAttribute('x2', (ARM * d.x).toFixed(2));
      arm.line.setAttribute('y2', (-ARM * d.y).toFixed(2));
      arm.letter.setAttribute('x', (ARM * d.x + 8 * d.x / flat).toFixed(2));
      arm.letter.setAttribute('y', (-ARM * d.y - 8 * d.y / flat).toFixed(2));
      arm.letter.style.display = flat > 0.15 ? '' : 'none';
      this.svg.append(arm.group);
    }
  }
}
