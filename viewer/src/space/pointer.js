// The pointer: a click selects a body or a joint, hovering names it.
import { Raycaster, Vector2 } from 'three';

const STILL = 5; // pixels that a click may move

export class Pointer {
  constructor(stage) {
    this.stage = stage;
    this.ray = new Raycaster();
    const canvas = stage.renderer.domElement;
    let down = null;
    canvas.addEventListener('pointerdown', e => { down = [e.clientX, e.clientY]; });
    canvas.addEventListener('pointerup', e => {
      if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) <= STILL) stage.options.pick(this.under(e));
      down = null;
    });
    canvas.addEventListener('pointermove', e => { if (!e.buttons && e.pointerType === 'mouse') this.hover(e); });
    canvas.addEventListener('pointerleave', () => stage.options.hover?.(''));
  }

  /** The name under the pointer, looked up at most once a picture. */
  hover(e) {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      const found = this.under(e);
      const { bodies, joints } = this.stage.data;
      const name = found ? (found.kind === 'body' ? bodies : joints)[found.index]?.name ?? '' : '';
      this.stage.options.hover?.(name, e.clientX, e.clientY);
      this.stage.renderer.domElement.style.cursor = found ? 'pointer' : '';
    });
  }

  /** A joint's sign is met first even a little inside a body. */
  under(e) {
    const { stage } = this;
    const r = stage.renderer.domElement.getBoundingClientRect();
    this.ray.setFromCamera(new Vector2((e.clientX - r.left) / r.width * 2 - 1, 1 - (e.clientY - r.top) / r.height * 2), stage.view.camera);
    const signs = [...(stage.options.on.joints ? stage.signs.groups : []), ...stage.links.solids].filter(group => group.visible);
    const sign = this.ray.intersectObjects(signs, true).find(hit => hit.object.userData.joint >= 0);
    const [solid] = this.ray.intersectObjects(stage.bodies.solids, false);
    if (sign && (!solid || sign.distance < solid.distance + 4 * stage.data.h)) return { kind: 'joint', index: sign.object.userData.joint };
    return solid ? { kind: 'body', index: stage.bodies.hit(solid) } : null;
  }
}
