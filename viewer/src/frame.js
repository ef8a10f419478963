// What surrounds the scene: the head, the bar of the time, the scales, and the name under the pointer.
import { icon, make } from './dom.js';
import { help } from './keys.js';
import { SPEEDS } from './time.js';

export class Head {
  constructor(app, name, about) {
    const button = (title, picture, act, id = '') => make('button', { className: 'icon', title, id, ariaLabel: title, onclick: act }, icon(picture));
    this.element = make('header', { id: 'head' },
      make('h1', { textContent: name, title: name }),
      make('p', { textContent: about, title: about }),
      button('keys (?)', 'help', help, 'help'),
      button('light or dark (D)', 'moon', () => app.theme(), 'theme'),
      button('side panel (P)', 'panel', () => app.wide(), 'panel'));
  }

  /** Buttons of the standard views, on the scene. */
  views(stage, holder) {
    this.found = stage.views();
    holder.append(make('div', { id: 'views' },
      ...Object.entries(this.found).map(([name, go]) => make('button', { textContent: name, onclick: go }))));
  }
}

export class Bar {
  constructor(app) {
    const { time } = app;
    this.time = time;
    this.play = make('button', { id: 'play', title: 'play or pause (space)', ariaLabel: 'play or pause', onclick: () => time.play() });
    this.slider = make('input', { id: 'time', type: 'range', min: 0, max: Math.max(1, time.last), step: 'any', value: 0, ariaLabel: 'time' });
    this.slider.oninput = () => time.go(+this.slider.value);
    this.clock = make('span', { className: 'num', id: 'clock' });
    this.speed = make('select', { id: 'speed', title: 'speed ([ and ])', ariaLabel: 'speed' });
    for (const s of [...new Set([...SPEEDS, time.speed])].sort((a, b) => a - b)) this.speed.add(new Option(`${+s.toPrecision(3)}×`, s));
    this.speed.onchange = () => { time.speed = +this.speed.value; };
    this.loop = make('button', { className: 'icon opt', id: 'loop', title: 'loop (L)', ariaLabel: 'loop', onclick: () => this.turn() }, icon('loop'));
    this.element = make('footer', { id: 'bar', hidden: time.last === 0 }, this.play, this.slider, this.clock, this.speed, this.loop);
  }

  turn() {
    this.time.loop = !this.time.loop;
    this.draw();
  }

  draw() {
    const { time } = this;
    const digits = time.lasting > 0 ? Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(time.lasting / 5)))) : 2;
    if (this.shown !== time.playing) this.play.replaceChildren(icon(time.playing ? 'pause' : 'play'));
    this.shown = time.playing;
    this.slider.value = time.frame;
    this.speed.value = time.speed;
    this.loop.classList.toggle('on', time.loop);
    this.clock.replaceChildren(
      make('b', { textContent: time.seconds.toFixed(digits).replace('-', '−') }),
      ` / ${+(time.scene.start + time.lasting).toPrecision(5)} s`);
  }
}

/** The scales at the lower left, drawn anew when they change. */
export function legend(holder) {
  const element = make('div', { id: 'legend' });
  holder.append(element);
  let last = '';
  return found => {
    const text = JSON.stringify(found);
    if (text === last) return;
    last = text;
    element.replaceChildren();
    if (found.bar) {
      const rule = make('i');
      rule.style.width = `${found.bar[0]}px`;
      element.append(make('div', {}, rule, found.bar[1]));
    }
    if (found.grid) element.append(make('div', {}, `grid ${found.grid}`));
    if (found.force) {
      const rule = make('b');
      const color = found.reactions ? 'var(--react)' : 'var(--action)';
      rule.style.cssText = `width:${found.force[0]}px;background:${color};color:${color}`;
      element.append(make('div', {}, rule, found.force[1]));
    }
  };
}

/** The name under the pointer. */
export function tip(holder) {
  const element = make('div', { id: 'tip', hidden: true });
  holder.append(element);
  return (name, x, y) => {
    element.hidden = !name;
    if (!name) return;
    const r = holder.getBoundingClientRect();
    element.textContent = name;
    element.style.transform = `translate(${x - r.left + 14}px, ${y - r.top + 14}px)`;
  };
}
