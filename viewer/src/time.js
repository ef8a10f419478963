// The time that is shown: playing, stepping, looping.

export const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export class Time {
  constructor(scene, changed) {
    this.scene = scene;
    this.changed = changed;
    this.frame = 0;
    this.playing = false;
    this.loop = true;
    this.speed = scene.speed ?? 1;
  }

  get last() { return this.scene.frames - 1; }
  get seconds() { return this.scene.start + this.frame * this.scene.step; }
  get lasting() { return this.last * this.scene.step; }

  play(on = !this.playing) {
    this.playing = on && this.last > 0;
    if (this.playing && this.frame >= this.last) this.frame = 0;
    this.changed();
  }

  go(frame) {
    this.playing = false;
    this.frame = Math.max(0, Math.min(this.last, frame));
    this.changed();
  }

  goTo(seconds) { this.go((seconds - this.scene.start) / this.scene.step); }
  jump(frames) { this.go(Math.round(this.frame) + frames); }

  faster(steps) {
    const nearest = SPEEDS.reduce((best, s, k) => Math.abs(Math.log(s / this.speed)) < Math.abs(Math.log(SPEEDS[best] / this.speed)) ? k : best, 0);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, nearest + steps))];
    this.changed();
  }

  /** Go on by some seconds of the clock. */
  pass(seconds) {
    if (!this.playing) return;
    this.frame += seconds * this.speed / this.scene.step;
    if (this.frame > this.last) {
      if (this.loop) this.frame %= this.last;
      else {
        this.frame = this.last;
        this.playing = false;
      }
    }
    this.changed();
  }
}
