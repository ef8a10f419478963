// The page as a whole: its parts, the time, and when they are drawn.
import { Head, Bar, legend, tip } from './frame.js';
import { keys } from './keys.js';
import { live } from './live.js';
import { Panel } from './panel.js';
import { Plane } from './plane.js';
import { PlaneCanvas } from './plane_canvas.js';
import { Space } from './space.js';
import { make } from './dom.js';
import { Time } from './time.js';

const MANY = 300; // bodies from which the plane is drawn on a canvas
const NAMED = 10; // bodies up to which names are shown at first
const LATE = 0.06; // seconds between frames that count as late
const STILL = 250; // milliseconds after which the picture is drawn in full quality

export class App {
  constructor(scenes, given) {
    this.scenes = scenes;
    [this.scene] = scenes;
    this.hash = new URLSearchParams(location.hash.slice(1));
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const theme = this.hash.get('theme') ?? (dark ? 'dark' : 'light');
    document.documentElement.classList.toggle('dark', theme === 'dark');
    this.time = new Time(wholeTime(scenes), () => { this.dirty = true; });
    this.on = this.switches();
    this.pick = null;
    this.dirty = true;
    this.stats = { frames: 0, since: 0, fps: 0, late: 0 };
    this.head = new Head(this, given.name ?? this.scene.name, given.about ?? this.scene.about);
    this.main = make('main', { id: 'stage', tabIndex: 0 });
    this.bar = new Bar(this);
    this.side = make('aside', { id: 'side' });
    document.body.append(this.head.element, this.main, this.bar.element, this.side);
    this.stages = this.makeStages();
    [this.stage] = this.stages;
    this.head.views(this.stage, this.main);
    this.panel = new Panel(this, this.side);
    if (this.scene.live) live(this);
    keys(this);
    this.fromAddress();
    requestAnimationFrame(now => this.tick(now));
  }

  /** What is shown at first. */
  switches() {
    const { dimension, bodies, meshes } = this.scene;
    const plain = dimension === 2 || !meshes.some(m => m.nt > 600);
    const on = {
      reactions: false, forces: false, joints: plain, traces: true, names: bodies.length <= NAMED && this.scenes.length === 1,
      ghosts: false, frames: false, com: false, glass: false, ...this.scene.on,
    };
    for (const [word, value] of [['on', true], ['off', false]]) {
      for (const name of (this.hash.get(word) ?? '').split(',')) if (name in on) on[name] = value;
    }
    return on;
  }

  makeStages() {
    const several = this.scenes.length > 1;
    this.main.classList.toggle('several', several);
    const across = Math.ceil(Math.sqrt(this.scenes.length * 1.4));
    if (several) this.main.style.gridTemplateColumns = `repeat(${across}, 1fr)`;
    return this.scenes.map((scene, number) => {
      const holder = several ? make('div', { className: 'one' }) : this.main;
      if (several) {
        holder.append(make('h3', { textContent: scene.label ?? scene.name }));
        this.main.append(holder);
      }
      const options = {
        on: this.on,
        dirty: () => { this.dirty = true; },
        pick: found => this.choose(found, number),
        hover: tip(this.main),
        legend: several ? () => {} : legend(holder),
        shadows: this.hash.get('shadows') !== '0',
      };
      const many = scene.bodies.length > MANY || this.hash.get('drawing') === 'canvas';
      const Stage = scene.dimension === 3 ? Space : many ? PlaneCanvas : Plane;
      return new Stage(scene, holder, options);
    });
  }

  fromAddress() {
    const { hash } = this;
    if (hash.has('t')) this.time.goTo(+hash.get('t'));
    if (hash.has('pick')) {
      const [kind, ...rest] = hash.get('pick').split(':');
      const index = (kind === 'body' ? this.scene.bodies : this.scene.joints).findIndex(part => part.name === rest.join(':'));
      if (index >= 0) this.choose({ kind, index });
    }
    if (hash.has('view')) this.stage.views()[hash.get('view')]?.();
    if (hash.has('play')) this.time.play(true);
  }

  // ------------------------------------------------------------ what the user does
  /** Select a body or joint of one of the motions. */
  choose(found, number = 0) {
    this.pick = found ? { ...found, number } : null;
    this.stages.forEach((stage, k) => stage.highlight(k === number ? found : null));
    this.dirty = true;
  }

  toggle(word) {
    if (!this.panel.has(word)) return;
    this.on[word] = !this.on[word];
    this.panel.renew();
    this.dirty = true;
  }

  /** Keep a body in its place on the screen, or let it go. */
  follow(body, number = 0) {
    const stage = this.stages[number];
    stage.kept = undefined;
    stage.follow = stage.follow === body ? undefined : body;
    this.dirty = true;
  }

  /** The frame of one of the motions at the time that is shown. */
  frameOf(number) {
    const { start, step, frames } = this.scenes[number];
    return Math.max(0, Math.min(frames - 1, (this.time.seconds - start) / step));
  }

  theme() {
    document.documentElement.classList.toggle('dark');
    for (const stage of this.stages) stage.theme();
    this.panel.theme();
    this.dirty = true;
  }

  wide() {
    document.body.classList.toggle('wide');
    this.dirty = true;
  }

  // ------------------------------------------------------------ drawing
  tick(now) {
    requestAnimationFrame(next => this.tick(next)); // first: a frame that fails is not the last one
    const passed = Math.min(0.25, (now - (this.before ?? now)) / 1e3);
    this.before = now;
    this.time.pass(passed);
    this.govern(now, passed);
    if (this.dirty) {
      this.dirty = false;
      this.draw();
      this.count(now);
    }
  }

  /** On slow machines: plain pictures while something moves, a full one when it rests. */
  govern(now, passed) {
    if (passed > LATE && this.time.playing) this.stats.late++;
    const slow = this.stage.soft || this.stats.late > 20;
    if (this.dirty) {
      if (!this.still && slow) this.stages.forEach(stage => stage.fast?.(true));
      this.moved = now;
      this.still = false;
    } else if (this.stage.isFast && now - this.moved > STILL) {
      this.stages.forEach(stage => stage.fast(false));
      this.still = true; // the next drawing is not a movement
      this.dirty = true;
    }
  }

  draw() {
    this.stages.forEach((stage, k) => stage.draw(this.frameOf(k)));
    this.bar.draw();
    this.panel.draw();
  }

  count(now) {
    this.stats.frames++;
    if (now - this.stats.since > 1000) {
      this.stats.fps = this.stats.frames * 1e3 / (now - this.stats.since);
      this.stats.frames = 0;
      this.stats.since = now;
    }
  }
}

/** From the first start to the last end of all motions, with the shortest of their steps. */
function wholeTime(scenes) {
  if (scenes.length === 1) return scenes[0];
  const start = Math.min(...scenes.map(scene => scene.start));
  const end = Math.max(...scenes.map(scene => scene.start + (scene.frames - 1) * scene.step));
  const step = Math.min(...scenes.map(scene => scene.step));
  return { start, step, frames: Math.max(1, Math.round((end - start) / step) + 1), speed: scenes[0].speed };
}
