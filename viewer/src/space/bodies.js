// Bodies: a group for each, with its solids; repeated shapes of very many bodies are drawn together.
import { Color, Group, InstancedMesh, LineSegments, Matrix4, Mesh, Quaternion, Vector3 } from 'three';
import { Geometries } from './geometry.js';
import { Materials, calm } from './materials.js';
import { Poses } from './poses.js';

const MANY = 200; // bodies above which equal shapes are drawn together
const NO_EDGES = 300; // bodies above which edges are left out while moving

const turned = q => new Quaternion(q[1], q[2], q[3], q[0]);

export class Bodies {
  constructor(data, scene, soft) {
    this.data = data;
    this.scene = scene;
    this.many = data.bodies.length > MANY;
    this.geometries = new Geometries(data.meshes, this.many ? 16 : soft ? 28 : 40);
    this.materials = new Materials();
    this.poses = new Poses(data);
    this.motion = { data: data.motion };
    this.solids = [];
    this.batches = new Map();
    this.groups = data.bodies.map(() => this.group());
    if (this.many) this.together();
    else data.bodies.forEach((body, k) => this.build(body, k, this.groups[k], false));
    this.copies = (data.copies ?? []).map(copy => this.copy(copy));
  }

  group() {
    const found = new Group();
    this.scene.add(found);
    return found;
  }

  /** The solids of one body. */
  build(body, index, group, copy) {
    for (const piece of body.pieces) {
      const color = piece.color ?? body.color;
      const { geometry, edges, flat } = this.geometries.of(piece);
      const { full, plain } = this.materials.of(color, flat, copy);
      const mesh = new Mesh(geometry, full);
      mesh.position.set(...piece.at);
      mesh.quaternion.copy(turned(piece.q));
      mesh.castShadow = !copy;
      mesh.receiveShadow = !copy;
      Object.assign(mesh.userData, { body: index, full, plain });
      group.add(mesh);
      if (copy) continue;
      this.solids.push(mesh);
      if (edges) mesh.add(new LineSegments(edges, this.materials.edge(color)));
    }
  }

  /** Pieces of one shape as one object with many places. */
  together() {
    const found = new Map();
    this.data.bodies.forEach((body, index) => body.pieces.forEach(piece => {
      const made = this.geometries.of(piece);
      if (!found.has(made.key)) found.set(made.key, { made, pieces: [] });
      found.get(made.key).pieces.push({ piece, index, color: piece.color ?? body.color });
    }));
    for (const { made, pieces } of found.values()) this.batch(made, pieces);
  }

  batch({ geometry, flat }, pieces) {
    const { full, plain } = this.materials.of('#ffffff', flat);
    full.color.set('#ffffff');
    plain.color.set('#ffffff');
    const mesh = new InstancedMesh(geometry, full, pieces.length);
    const one = new Vector3(1, 1, 1);
    const places = pieces.map(({ piece, index }) => ({ index, local: new Matrix4().compose(new Vector3(...piece.at), turned(piece.q), one) }));
    pieces.forEach(({ color }, k) => mesh.setColorAt(k, new Color(calm(color))));
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    Object.assign(mesh.userData, { full, plain, places });
    this.scene.add(mesh);
    this.solids.push(mesh);
  }

  /** The bodies once more, faint, for another motion. */
  copy(given) {
    const groups = this.data.bodies.slice(0, -1).map((body, k) => {
      const group = this.group();
      this.build(body, k, group, true);
      return group;
    });
    return { groups, motion: { data: given.motion, copy: true } };
  }

  // ------------------------------------------------------------ moving
  move(frame) {
    for (let k = 0; k < this.poses.count; k++) {
      this.groups[k].visible = this.poses.place(this.groups[k], k, frame, this.motion);
      for (const copy of this.copies) copy.groups[k].visible = this.poses.place(copy.groups[k], k, frame, copy.motion);
    }
    this.scene.updateMatrixWorld();
    if (this.many) this.moveTogether();
  }

  moveTogether() {
    const whole = new Matrix4();
    const nowhere = new Matrix4().makeScale(0, 0, 0);
    for (const mesh of this.solids) {
      mesh.userData.places.forEach(({ index, local }, k) => {
        const group = this.groups[index];
        mesh.setMatrixAt(k, group.visible ? whole.multiplyMatrices(group.matrixWorld, local) : nowhere);
      });
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null; // picking asks for it
    }
  }

  point(body, at) { return new Vector3(...at).applyMatrix4(this.groups[body].matrixWorld); }
  centre(body) { return this.point(body, this.data.bodies[body].com ?? [0, 0, 0]); }

  /** The body that a ray has met. */
  hit({ object, instanceId }) { return this.many ? object.userData.places[instanceId].index : object.userData.body; }

  /** Call with the geometry and the matrix of every solid. */
  each(act) {
    const whole = new Matrix4();
    for (const mesh of this.solids) {
      if (!this.many) act(mesh.geometry, mesh.matrixWorld);
      else for (const { index, local } of mesh.userData.places) act(mesh.geometry, whole.multiplyMatrices(this.groups[index].matrixWorld, local));
    }
    for (const copy of this.copies) for (const group of copy.groups) for (const mesh of group.children) act(mesh.geometry, mesh.matrixWorld);
  }

  /** Objects that look like a body, for its outline. */
  likeness(index) {
    return this.data.bodies[index].pieces.map(piece => {
      const mesh = new Mesh(this.geometries.of(piece).geometry);
      mesh.position.set(...piece.at);
      mesh.quaternion.copy(turned(piece.q));
      return mesh;
    });
  }

  /** Plain materials, and edges of not too many bodies, while moving on a slow machine. */
  fast(on) {
    const hidden = on && this.data.bodies.length > NO_EDGES;
    for (const mesh of this.solids) {
      mesh.material = on ? mesh.userData.plain : mesh.userData.full;
      for (const line of mesh.children) line.visible = !hidden;
    }
  }
}
