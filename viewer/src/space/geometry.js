// The pieces of bodies as geometries, each made once.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, EdgesGeometry, ExtrudeGeometry, LatheGeometry, Shape, SphereGeometry, Vector2,
} from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';

const SHARP = 38; // degrees between faces from which an edge is drawn
const FINE = 600; // triangles of a mesh above which its edges are not drawn
const THIN = 1e-9; // metres below which a plate or disc has no thickness

/** A cylinder along z, as the scene has them; three.js has them along y. */
export const rod = (radius, length, around = 40) => new CylinderGeometry(radius, radius, length, around).rotateX(Math.PI / 2);

function tube([radius, length, inner], around) {
  const h = length / 2;
  const outline = [[inner, -h], [radius, -h], [radius, h], [inner, h], [inner, -h]].map(([x, y]) => new Vector2(x, y));
  const turned = new LatheGeometry(outline, around).rotateX(Math.PI / 2);
  turned.deleteAttribute('normal');
  return toCreasedNormals(turned, 0.6);
}

function prism(piece) {
  const shape = new Shape();
  for (let k = 0; k < piece.outline.length; k += 2) shape[k ? 'lineTo' : 'moveTo'](piece.outline[k], piece.outline[k + 1]);
  const depth = Math.max(piece.size[0], THIN);
  return new ExtrudeGeometry(shape, { depth, bevelEnabled: false }).translate(0, 0, -depth / 2);
}

function fromMesh({ points, faces }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setIndex(new BufferAttribute(faces, 1));
  return toCreasedNormals(geometry, 0.6);
}

/** Geometries of pieces and their edges; round ones have `around` faces. */
export class Geometries {
  constructor(meshes, around) {
    this.meshes = meshes;
    this.around = around;
    this.known = new Map();
  }

  of(piece) {
    const key = piece.kind === 'mesh' ? `mesh ${piece.mesh}` : `${piece.kind} ${piece.size} ${piece.outline ?? ''}`;
    if (!this.known.has(key)) this.known.set(key, { key, ...this.make(piece) });
    return this.known.get(key);
  }

  make(piece) {
    const geometry = this.solid(piece);
    const smooth = piece.kind === 'sphere' || (piece.kind === 'mesh' && this.meshes[piece.mesh].nt > FINE);
    const flat = piece.kind === 'mesh' || (piece.kind !== 'sphere' && Math.min(...piece.size) < THIN);
    return { geometry, edges: smooth ? null : new EdgesGeometry(geometry, SHARP), flat };
  }

  solid(piece) {
    const { size } = piece;
    switch (piece.kind) {
      case 'box': return new BoxGeometry(...size);
      case 'sphere': return new SphereGeometry(size[0], this.around, Math.round(0.6 * this.around));
      case 'cylinder': return rod(size[0], size[1], this.around);
      case 'tube': return tube(size, this.around);
      case 'prism': return prism(piece);
      default: return fromMesh(this.meshes[piece.mesh]);
    }
  }
}
