// Paths of points, centres of mass, and the axes of bodies.
import { ArrowHelper, CanvasTexture, Group, Sprite, SpriteMaterial, Vector3 } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';

const MOST_PATHS = 12;
const MOST_POINTS = 1500;
const BETWEEN = 8; // points of a path from one frame to the next
export const AXES = ['#C84B31', '#1E8A5A', '#2F6FBF']; // x y z

/** A chequered disc, the sign of a centre of mass. */
function chequered() {
  const canvas = document.createElement('canvas');
  canvas.width = 64;
  canvas.height = 64;
  const pen = canvas.getContext('2d');
  const sector = (color, from, to) => {
    pen.beginPath();
    pen.moveTo(32, 32);
    pen.arc(32, 32, 27, from, to);
    pen.fillStyle = color;
    pen.fill();
  };
  for (let k = 0; k < 4; k++) sector(k % 2 ? '#ffffff' : '#1d2127', k * Math.PI / 2, (k + 1) * Math.PI / 2);
  pen.beginPath();
  pen.arc(32, 32, 27, 0, 7);
  pen.lineWidth = 5;
  pen.strokeStyle = '#1d2127';
  pen.stroke();
  return new CanvasTexture(canvas);
}

export class Marks {
  constructor(data, scene, bodies, size) {
    Object.assign(this, { data, scene, bodies });
    this.paths = this.makePaths(data.traces.slice(0, MOST_PATHS));
    this.centres = this.makeCentres(0.018 * size);
    this.axes = this.makeAxes(0.09 * size);
  }

  makePaths(traces) {
    if (!traces.length) return [];
    const { frames } = this.data;
    const count = Math.min(MOST_POINTS, BETWEEN * (frames - 1));
    const rows = traces.map(() => []);
    for (let k = 0; k <= count; k++) {
      this.bodies.move(count ? k * (frames - 1) / count : 0);
      traces.forEach((trace, n) => {
        if (this.bodies.groups[trace.body].visible) rows[n].push(...this.bodies.point(trace.body, trace.at).toArray());
      });
    }
    return rows.map((points, k) => this.line(points, this.data.bodies[traces[k].body].color)).filter(Boolean);
  }

  line(points, color) {
    if (points.length < 6) return null;
    const geometry = new LineGeometry();
    geometry.setPositions(points);
    const line = new Line2(geometry, new LineMaterial({ color, linewidth: 2.4, worldUnits: false }));
    line.frustumCulled = false;
    this.scene.add(line);
    return line;
  }

  makeCentres(size) {
    const material = new SpriteMaterial({ map: chequered(), depthTest: false, transparent: true });
    return this.data.bodies.slice(0, -1).map((body, k) => {
      const sprite = new Sprite(material);
      sprite.scale.setScalar(1.6 * size);
      sprite.position.set(...(body.com ?? [0, 0, 0]));
      sprite.renderOrder = 6;
      this.bodies.groups[k].add(sprite);
      return sprite;
    });
  }

  makeAxes(length) {
    return this.data.bodies.slice(0, -1).map((_, k) => {
      const group = new Group();
      AXES.forEach((color, axis) => {
        const direction = new Vector3().setComponent(axis, 1);
        const arrow = new ArrowHelper(direction, new Vector3(), length, color, 0.22 * length, 0.1 * length);
        arrow.traverse(part => {
          part.renderOrder = 5;
          if (part.material) part.material.depthTest = false; // the axes of a body are inside it
        });
        group.add(arrow);
      });
      this.bodies.groups[k].add(group);
      return group;
    });
  }

  show(on) {
    for (const path of this.paths) path.visible = Boolean(on.traces);
    for (const centre of this.centres) centre.visible = Boolean(on.com);
    for (const axes of this.axes) axes.visible = Boolean(on.frames);
  }
}
