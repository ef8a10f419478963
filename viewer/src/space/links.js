// What joins points of two bodies: rods, springs as helices, dampers as cylinders with a piston.
import { CylinderGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, TubeGeometry, Curve, Vector3 } from 'three';
import { css } from '../dom.js';

const Y = new Vector3(0, 1, 0);
const TURNS = 11;
const SAME = 2e-3; // change of length for which a spring is not bent anew

/** A helix along y about the origin; its radius goes to 0 at both ends. */
class Helix extends Curve {
  constructor(radius, length) {
    super();
    Object.assign(this, { radius, length });
  }

  getPoint(t, target = new Vector3()) {
    const wide = this.radius * Math.min(1, 14 * Math.min(t, 1 - t));
    const angle = 2 * Math.PI * TURNS * t;
    return target.set(wide * Math.cos(angle), (t - 0.5) * this.length, wide * Math.sin(angle));
  }
}

export class Links {
  constructor(data, scene, bodies) {
    Object.assign(this, { scene, bodies, h: data.h });
    this.steel = new MeshStandardMaterial({ color: '#8A909B', roughness: 0.45 });
    this.wire = new MeshStandardMaterial({ roughness: 0.5 });
    this.parts = [
      ...(data.rods ?? []).map(rod => this.rod(rod, data)),
      ...(data.springs ?? []).flatMap(spring => [spring.stiff && this.spring(spring), (spring.damped || !spring.stiff) && this.damper(spring)]),
    ].filter(Boolean);
  }

  add(ends, stretch, ...meshes) {
    const group = new Group();
    for (const mesh of meshes) {
      mesh.castShadow = true;
      group.add(mesh);
    }
    this.scene.add(group);
    return { group, ends, stretch };
  }

  rod(given, data) {
    const { h } = this;
    const bar = new Mesh(new CylinderGeometry(0.75 * h, 0.75 * h, 1, 28), this.steel);
    const balls = [0, 1].map(() => new Mesh(new SphereGeometry(1.15 * h, 28, 18), this.steel));
    const joint = data.joints.findIndex(one => one.name === given.name);
    for (const part of [bar, ...balls]) part.userData.joint = joint;
    return this.add(given.ends, length => {
      bar.scale.y = length;
      balls.forEach((ball, k) => ball.position.setY((k - 0.5) * length));
    }, bar, ...balls);
  }

  /** The wire keeps its thickness while the spring is stretched: the tube is bent anew when its length changes. */
  spring(given) {
    const { h } = this;
    const coil = new Mesh(undefined, this.wire);
    let last = 0;
    return this.add(given.ends, length => {
      if (Math.abs(length - last) <= SAME * length) return;
      last = length;
      coil.geometry.dispose();
      coil.geometry = new TubeGeometry(new Helix(2 * h, length), 18 * TURNS, 0.3 * h, 7);
    }, coil);
  }

  damper(given) {
    const { h } = this;
    const cylinder = new Mesh(new CylinderGeometry(1.0 * h, 1.0 * h, 1, 28), this.steel);
    const piston = new Mesh(new CylinderGeometry(0.35 * h, 0.35 * h, 1, 20), this.wire);
    return this.add(given.ends, length => {
      cylinder.scale.y = 0.45 * length;
      cylinder.position.y = -0.15 * length;
      piston.scale.y = length;
    }, cylinder, piston);
  }

  /** World places of all ends. */
  ends() { return this.parts.flatMap(({ ends }) => ends.map(([body, ...at]) => this.bodies.point(body, at))); }

  /** Objects that a pointer can meet. */
  get solids() { return this.parts.map(({ group }) => group); }

  move() {
    for (const { group, ends, stretch } of this.parts) {
      const [a, b] = ends.map(([body, ...at]) => this.bodies.point(body, at));
      const d = b.clone().sub(a);
      const length = d.length();
      group.visible = length > 0;
      if (!group.visible) continue;
      group.position.copy(a).addScaledVector(d, 0.5);
      group.quaternion.setFromUnitVectors(Y, d.divideScalar(length));
      stretch(length);
    }
  }

  theme() { this.wire.color.set(css('action')); }
}
