// The camera: standard views that fit the whole motion, turning by the pointer, following a body.
import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const OPENING = 28; // degrees
const ACROSS = 0.84; // shares of the screen that the motion fills
const DOWN = 0.78;

export class View {
  constructor(room, canvas, dirty) {
    this.room = room;
    this.camera = new PerspectiveCamera(OPENING, 1, 0.01, 100);
    this.camera.up.copy(room.up);
    this.controls = new OrbitControls(this.camera, canvas);
    Object.assign(this.controls, { enableDamping: false, zoomToCursor: true, screenSpacePanning: true });
    this.controls.addEventListener('change', dirty);
    this.controls.addEventListener('start', () => { this.touched = true; });
  }

  /** Directions from the mechanism to the viewer. */
  directions() {
    const { first, second, up } = this.room;
    const towards = (a, b, c) => new Vector3().addScaledVector(first, a).addScaledVector(second, b).addScaledVector(up, c).normalize();
    return { Iso: towards(0.85, -1, 0.52), Front: towards(0, -1, 0.03), Side: towards(1, 0, 0.03), Top: towards(0, -0.001, 1) };
  }

  /** Azimuth (about the vertical, from the first level direction) and elevation of the viewer [deg]. */
  from(azimuth, elevation) {
    const { first, second, up } = this.room;
    const [a, e] = [azimuth, Math.max(-89.9, Math.min(89.9, elevation))].map(x => x * Math.PI / 180);
    return new Vector3().addScaledVector(first, Math.cos(e) * Math.cos(a)).addScaledVector(second, Math.cos(e) * Math.sin(a)).addScaledVector(up, Math.sin(e));
  }

  /** Look from a direction, as near as the whole motion can be seen. */
  look(d) {
    const { up, middle, cloud } = this.room;
    this.last = d;
    this.touched = false;
    const x = new Vector3().crossVectors(up, d).normalize();
    const y = new Vector3().crossVectors(d, x);
    const tan = Math.tan(OPENING * Math.PI / 360);
    const p = new Vector3();
    const low = [Infinity, Infinity];
    const high = [-Infinity, -Infinity];
    const seen = cloud.map(point => {
      p.copy(point).sub(middle);
      const at = [p.dot(x), p.dot(y), p.dot(d)];
      for (const k of [0, 1]) {
        low[k] = Math.min(low[k], at[k]);
        high[k] = Math.max(high[k], at[k]);
      }
      return at;
    });
    const mid = [0, 1].map(k => (seen.length ? (low[k] + high[k]) / 2 : 0));
    let far = 0.5 * this.room.size;
    for (const [a, b, c] of seen) {
      far = Math.max(far, Math.abs(a - mid[0]) / (ACROSS * tan * this.camera.aspect) + c, Math.abs(b - mid[1]) / (DOWN * tan) + c);
    }
    this.controls.target.copy(middle).addScaledVector(x, mid[0]).addScaledVector(y, mid[1]);
    this.camera.position.copy(this.controls.target).addScaledVector(d, far);
    this.camera.near = far / 200;
    this.camera.far = far * 20;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  /** A body stays where it is on the screen. */
  follow(place) {
    if (this.kept) {
      const moved = place.clone().sub(this.kept);
      this.controls.target.add(moved);
      this.camera.position.add(moved);
      this.camera.updateMatrixWorld();
    }
    this.kept = place;
  }

  resize(width, height) {
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.last && !this.touched) this.look(this.last);
  }

  /** Metres of a pixel at the middle of the view. */
  pixel(height) {
    return this.camera.position.distanceTo(this.controls.target) * 2 * Math.tan(OPENING * Math.PI / 360) / height;
  }
}
