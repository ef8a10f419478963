// Forces as arrows and moments as arrows with two heads, one scale for all of a kind.  An arrow that would be too long is
// cut, and its shaft is broken; a reaction that is not determined has a dashed shaft; where a value is missing there is none.
import { ConeGeometry, CylinderGeometry, GreaterDepth, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { arrowScale, forceAt } from '../data.js';
import { css } from '../dom.js';

const Y = new Vector3(0, 1, 0);
const REACH = 0.2; // length of a usual force, relative to the mechanism
const TURN = 0.13; // and of a usual moment
const CAP = 0.6; // longest arrow
const LEAST = 0.004; // shorter ones are not shown
const DASHES = 7;

export class Arrows {
  constructor(data, scene, bodies, size) {
    Object.assign(this, { data, bodies, size });
    this.perNewton = arrowScale(data.arrows, data.arrowRows, 3, REACH * size);
    this.perMoment = arrowScale(data.arrows, data.arrowRows, 3, TURN * size, arrow => arrow.moments);
    this.shapes = this.makeShapes(0.0035 * size);
    this.materials = { reaction: this.pair(), applied: this.pair() };
    this.list = data.arrows.flatMap(arrow => [
      arrow.values && this.arrow(arrow, arrow.values, this.perNewton, 1),
      arrow.moments && this.arrow(arrow, arrow.moments, this.perMoment, 2),
    ]).filter(Boolean);
    for (const { group } of this.list) scene.add(group);
  }

  /** Shafts of length 1, and a head of length 1 that ends at the origin. */
  makeShapes(r) {
    const piece = (from, to) => new CylinderGeometry(r, r, to - from, 18).translate(0, (from + to) / 2, 0);
    const dashes = Array.from({ length: DASHES }, (_, k) => piece(k / DASHES, (k + 0.55) / DASHES));
    return {
      whole: piece(0, 1),
      broken: mergeGeometries([piece(0, 0.46), piece(0.54, 1)]),
      dashed: mergeGeometries(dashes),
      head: new ConeGeometry(2.9 * r, 1, 28).translate(0, -0.5, 0),
    };
  }

  /** What is seen, and what shines through the bodies. */
  pair() {
    return [
      new MeshStandardMaterial({ roughness: 0.45, emissiveIntensity: 0.35 }),
      new MeshBasicMaterial({ transparent: true, opacity: 0.28, depthFunc: GreaterDepth, depthWrite: false }),
    ];
  }

  arrow(arrow, values, scale, heads) {
    const group = new Group();
    const shafts = [];
    const tips = [];
    this.materials[arrow.kind].forEach((material, k) => {
      const add = (shape, list) => {
        const mesh = new Mesh(shape, material);
        mesh.castShadow = k === 0;
        mesh.renderOrder = 4 * k;
        list.push(mesh);
        group.add(mesh);
      };
      add(this.shapes.whole, shafts);
      for (let n = 0; n < heads; n++) add(this.shapes.head, tips);
    });
    group.visible = false;
    return { arrow, values, scale, heads, group, shafts, tips };
  }

  move(frame, on) {
    for (const one of this.list) {
      const shown = one.arrow.kind === 'reaction' ? on.reactions : on.forces;
      one.group.visible = Boolean(shown) && this.bodies.groups[one.arrow.body].visible && this.point(one, frame);
    }
  }

  /** Place one arrow; false if there is nothing to show. */
  point({ arrow, values, scale, heads, group, shafts, tips }, frame) {
    const v = new Vector3(...[0, 1, 2].map(c => forceAt(this.data, values, c, frame)));
    const wanted = v.length() * scale;
    if (!(wanted > LEAST * this.size)) return false; // also without a value
    const capped = wanted > CAP * this.size;
    const length = capped ? CAP * this.size : wanted;
    const head = Math.min(0.032 * this.size, 0.5 * length / heads);
    group.position.copy(this.bodies.point(arrow.body, arrow.at));
    group.quaternion.setFromUnitVectors(Y, v.normalize());
    const shape = arrow.determined === false ? this.shapes.dashed : capped ? this.shapes.broken : this.shapes.whole;
    for (const shaft of shafts) {
      shaft.geometry = shape;
      shaft.scale.y = length - head * (heads > 1 ? 1.6 : 1);
    }
    tips.forEach((mesh, k) => {
      mesh.position.y = length - 0.8 * head * (k % heads);
      mesh.scale.y = head;
    });
    return true;
  }

  theme() {
    for (const [kind, name] of [['reaction', 'react'], ['applied', 'action']]) {
      const [seen, through] = this.materials[kind];
      seen.color.set(css(name));
      seen.emissive.set(css(name));
      through.color.set(css(name));
    }
  }
}
