// The room that a motion needs, a floor that fades, and the light.
import {
  Color, DirectionalLight, HemisphereLight, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, ShadowMaterial, Vector3,
} from 'three';
import { round125 } from '../data.js';
import { css } from '../dom.js';

const Z = new Vector3(0, 0, 1);
const POSITIONS = 24; // of the motion, from which the room is found
const MOST_POINTS = 40000;
const LIGHT = {
  light: { sky: 2.05, ground: '#bfc4cd', sun: 1.7, shadow: 0.17 },
  dark: { sky: 1.45, ground: '#5a6372', sun: 2.0, shadow: 0.42 },
};
const GRID = `
  varying vec2 p;
  uniform float cell, fade;
  uniform vec3 line, base;
  float grid(float c) {
    vec2 g = abs(fract(p / c - .5) - .5) / fwidth(p / c);
    return 1. - min(min(g.x, g.y), 1.);
  }
  void main() {
    float r = length(p) / fade;
    float l = max(.55 * grid(cell), grid(5. * cell));
    gl_FragColor = vec4(mix(base, line, l), exp(-1.3 * r * r));
    #include <colorspace_fragment>
  }`;

export class Room {
  constructor(data, scene, bodies, links) {
    this.up = new Vector3(...data.up);
    this.scene = scene;
    this.measure(data, bodies, links);
    this.directions();
    this.layFloor();
    this.lights();
  }

  /** Corners of all bodies at some positions, and the box around them. */
  measure(data, bodies, links) {
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = low.clone().negate();
    const corner = new Vector3();
    this.cloud = [];
    const add = (x, y, z, matrix) => {
      corner.set(x, y, z);
      if (matrix) corner.applyMatrix4(matrix);
      if (!Number.isFinite(corner.x + corner.y + corner.z)) return;
      low.min(corner);
      high.max(corner);
      if (this.cloud.length < MOST_POINTS) this.cloud.push(corner.clone());
    };
    const step = Math.max(1, Math.floor(data.frames / POSITIONS));
    for (let frame = 0; frame < data.frames; frame += step) {
      bodies.move(frame);
      bodies.each((geometry, matrix) => {
        if (!geometry.boundingBox) geometry.computeBoundingBox();
        const { min, max } = geometry.boundingBox;
        for (let c = 0; c < 8; c++) add(c & 1 ? max.x : min.x, c & 2 ? max.y : min.y, c & 4 ? max.z : min.z, matrix);
      });
      for (const point of links.ends()) add(point.x, point.y, point.z);
    }
    if (!(high.x >= low.x)) {
      low.set(-1, -1, -1);
      high.set(1, 1, 1);
    }
    this.middle = low.clone().add(high).multiplyScalar(0.5);
    this.size = high.distanceTo(low) || 1;
    let level = Infinity;
    for (const point of this.cloud) level = Math.min(level, point.dot(this.up));
    this.level = Number.isFinite(level) ? level : low.dot(this.up);
  }

  /** Two level directions, the first as close to x as possible. */
  directions() {
    const start = Math.abs(this.up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    this.first = start.addScaledVector(this.up, -start.dot(this.up)).normalize();
    this.second = new Vector3().crossVectors(this.up, this.first);
  }

  layFloor() {
    const { size, up } = this;
    this.foot = this.middle.clone().addScaledVector(up, this.level - this.middle.dot(up) - 0.002 * size);
    this.cell = round125(size / 6);
    this.grid = new Mesh(new PlaneGeometry(7 * size, 7 * size), new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      uniforms: { cell: { value: this.cell }, line: { value: new Color() }, base: { value: new Color() }, fade: { value: 1.25 * size } },
      vertexShader: 'varying vec2 p; void main() { p = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }',
      fragmentShader: GRID,
    }));
    this.shade = new Mesh(new PlaneGeometry(7 * size, 7 * size), new ShadowMaterial());
    this.shade.receiveShadow = true;
    [this.grid, this.shade].forEach((floor, k) => {
      floor.quaternion.setFromUnitVectors(Z, up);
      floor.position.copy(this.foot).addScaledVector(up, 1e-4 * k * size);
      floor.renderOrder = k - 2;
      this.scene.add(floor);
    });
  }

  lights() {
    const { first, second, up, size, middle } = this;
    const from = (a, b, c) => middle.clone().addScaledVector(first, a * size).addScaledVector(second, b * size).addScaledVector(up, c * size);
    this.sky = new HemisphereLight('#ffffff', '#bfc4cd', 2);
    this.sky.position.copy(up);
    this.sun = new DirectionalLight('#fff8ee', 1.7);
    this.sun.position.copy(from(-1.1, -0.9, 2.2));
    this.sun.target.position.copy(middle);
    this.fill = new DirectionalLight('#dfe8ff', 0.35);
    this.fill.position.copy(from(2, 1.5, 0.6));
    this.fill.target.position.copy(middle);
    this.shadows();
    this.scene.add(this.sky, this.sun, this.sun.target, this.fill, this.fill.target);
  }

  shadows() {
    const { shadow } = this.sun;
    const r = 0.725 * this.size;
    Object.assign(shadow.camera, { left: -r, right: r, top: r, bottom: -r, near: 0.1 * this.size, far: 5 * this.size });
    shadow.mapSize.set(2048, 2048);
    Object.assign(shadow, { radius: 9, blurSamples: 20, bias: -6e-4, normalBias: 0.006 * this.size });
  }

  /** Shadows on or off. */
  shadowed(on) {
    this.sun.castShadow = on;
    this.shade.visible = on;
  }

  theme(dark) {
    const { sky, ground, sun, shadow } = LIGHT[dark ? 'dark' : 'light'];
    this.scene.background = new Color(css('sky'));
    this.grid.material.uniforms.line.value.set(css('grid'));
    this.grid.material.uniforms.base.value.set(css('floor'));
    this.shade.material.opacity = shadow;
    this.sky.intensity = sky;
    this.sky.groundColor.set(ground);
    this.sun.intensity = sun;
  }
}
