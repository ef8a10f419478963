// A mechanism in space: the scene, and how it is drawn.
import { NeutralToneMapping, Scene, VSMShadowMap, WebGLRenderer } from 'three';
import { force, length, round125 } from '../data.js';
import { isDark } from '../dom.js';
import { Arrows } from './arrows.js';
import { Bodies } from './bodies.js';
import { Compass } from './compass.js';
import { Labels } from './labels.js';
import { Links } from './links.js';
import { Marks } from './marks.js';
import { Outline } from './outline.js';
import { Pointer } from './pointer.js';
import { Room } from './room.js';
import { Signs } from './signs.js';
import { View } from './view.js';

const ROUGH = 0.75; // pixels of a picture for one of the screen while a slow machine moves it,
const SMOOTH = 1.5; // and when it rests, as there is no other smoothing
const MOST = 2;
const SCALE = 90; // pixels of the arrow in the legend, at most

export class Stage {
  constructor(data, holder, options, soft) {
    Object.assign(this, { data, holder, options, soft, isFast: false, follow: undefined, kept: undefined });
    data.notes?.push(...(data.missing ?? []));
    this.renderer = this.makeRenderer();
    this.scene = new Scene();
    this.bodies = new Bodies(data, this.scene, soft);
    this.links = new Links(data, this.scene, this.bodies);
    this.room = new Room(data, this.scene, this.bodies, this.links);
    this.signs = new Signs(data, this.bodies, this.room);
    this.arrows = new Arrows(data, this.scene, this.bodies, this.room.size);
    this.marks = new Marks(data, this.scene, this.bodies, this.room.size);
    this.labels = new Labels(data, holder, this.bodies);
    this.compass = new Compass(holder);
    this.view = new View(this.room, this.renderer.domElement, () => options.dirty());
    this.outline = new Outline(this.renderer, this.scene);
    this.pointer = new Pointer(this);
    this.theme();
    this.room.shadowed(this.shadows);
    this.resize();
    this.view.look(data.view ? this.view.from(...data.view) : this.view.directions().Iso);
    new ResizeObserver(() => this.resize()).observe(holder);
  }

  get shadows() { return this.options.shadows !== false; }
  set live(poses) { this.bodies.poses.live = poses; }
  get live() { return this.bodies.poses.live; }

  makeRenderer() {
    const renderer = new WebGLRenderer({ antialias: !this.soft, preserveDrawingBuffer: true });
    renderer.setPixelRatio(this.ratio());
    renderer.toneMapping = NeutralToneMapping;
    renderer.toneMappingExposure = 1.12;
    renderer.shadowMap.enabled = this.shadows;
    renderer.shadowMap.type = VSMShadowMap;
    this.holder.prepend(renderer.domElement);
    return renderer;
  }

  ratio() {
    const fine = Math.max(this.soft ? SMOOTH : 1, Math.min(devicePixelRatio, MOST));
    return this.isFast ? (this.soft ? ROUGH : 1) : fine;
  }

  // ------------------------------------------------------------ what the page asks for
  views() {
    const go = name => {
      this.view.look(this.view.directions()[name]);
      this.options.dirty();
    };
    return Object.fromEntries(Object.keys(this.view.directions()).map(name => [name, () => go(name)]));
  }

  /** Place of a body at a frame [m]. */
  pose(body, frame) {
    if (body >= this.bodies.poses.count) return [0, 0, 0];
    return [...this.bodies.poses.numbers(body, frame, this.bodies.motion)].slice(0, 3);
  }

  place(body, at) { return this.bodies.point(body, at); }

  highlight(pick) {
    if (!pick) this.outline.around([]);
    else if (pick.kind === 'body') this.outline.around(this.bodies.likeness(pick.index), this.bodies.groups[pick.index]);
    else this.outline.around(this.signs.likeness(pick.index), this.bodies.groups[this.data.joints[pick.index].child]);
  }

  /** Fewer pixels, no shadows and plain shading while things move on a slow machine; everything when they rest. */
  fast(on) {
    if (this.isFast === on) return;
    this.isFast = on;
    this.renderer.setPixelRatio(this.ratio());
    this.room.shadowed(!on && this.shadows);
    this.bodies.fast(on);
  }

  theme() {
    const dark = isDark();
    for (const part of [this.room, this.signs, this.links, this.arrows, this.outline, this.bodies.materials]) part.theme(dark);
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.holder;
    if (!w || !h) return;
    this.renderer.setSize(w, h, false);
    this.view.resize(w, h);
    this.options.dirty();
  }

  // ------------------------------------------------------------ drawing
  draw(frame) {
    const { on } = this.options;
    const { clientWidth: w, clientHeight: h } = this.holder;
    this.bodies.move(frame);
    this.keep();
    this.links.move();
    this.arrows.move(frame, on);
    this.signs.show(Boolean(on.joints));
    this.marks.show(on);
    this.bodies.materials.through(Boolean(on.glass));
    this.renderer.render(this.scene, this.view.camera);
    this.outline.draw(this.view.camera);
    this.labels.draw(Boolean(on.names), this.view.camera, w, h);
    this.compass.draw(this.view.camera);
    this.options.legend(this.legend(h));
  }

  keep() {
    if (this.follow === undefined || this.kept !== this.follow) this.view.kept = undefined;
    this.kept = this.follow;
    if (this.follow !== undefined && this.bodies.groups[this.follow].visible) this.view.follow(this.bodies.centre(this.follow));
  }

  /** The grid, and what an arrow stands for. */
  legend(height) {
    const { on } = this.options;
    const found = { grid: length(this.room.cell) };
    const shown = this.arrows.list.filter(({ arrow }) => (arrow.kind === 'reaction' ? on.reactions : on.forces));
    if (!shown.length) return found;
    const pixel = this.view.pixel(height);
    const forces = shown.some(one => one.heads === 1);
    const [scale, unit] = forces ? [this.arrows.perNewton, 'N'] : [this.arrows.perMoment, 'N m'];
    const value = round125(SCALE * pixel / scale);
    const both = forces && shown.some(one => one.heads === 2);
    const moment = both ? `; double heads ${force(value * this.arrows.perNewton / this.arrows.perMoment, 'N m')}` : '';
    return { ...found, force: [value * scale / pixel, `${force(value, unit)}${moment}`], reactions: !on.forces };
  }
}
