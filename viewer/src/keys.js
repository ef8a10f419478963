// The keyboard, and the list of its keys.
import { make } from './dom.js';

const LIST = [
  ['space', 'play or pause'], ['← →', 'one frame; with shift ten'], ['Home End', 'start, end'], ['[ ]', 'slower, faster'],
  ['L', 'loop'], ['1 … 4', 'standard views'], ['F R', 'forces, reactions'], ['J T N', 'joints, paths, names'],
  ['G', 'faint positions, or glass'], ['C X', 'centres of mass, axes'], ['D P', 'dark, panel'], ['Esc', 'select nothing'],
];

export function help() {
  const open = document.querySelector('dialog');
  if (open) {
    open.close();
    return;
  }
  const rows = LIST.map(([key, text]) => make('tr', {}, make('td', {}, make('kbd', { textContent: key })), make('td', { textContent: text })));
  const dialog = make('dialog', { onclick: () => dialog.close(), onclose: () => dialog.remove() }, make('h2', { textContent: 'Keys' }), make('table', {}, ...rows));
  document.body.append(dialog);
  dialog.showModal();
}

export function keys(app) {
  const { time } = app;
  const acts = {
    ' ': () => time.play(),
    ArrowRight: e => time.jump(e.shiftKey ? 10 : 1),
    ArrowLeft: e => time.jump(e.shiftKey ? -10 : -1),
    Home: () => time.go(0),
    End: () => time.go(time.last),
    l: () => app.bar.turn(),
    d: () => app.theme(),
    p: () => app.wide(),
    f: () => app.toggle('forces'),
    r: () => app.toggle('reactions'),
    j: () => app.toggle('joints'),
    t: () => app.toggle('traces'),
    n: () => app.toggle('names'),
    c: () => app.toggle('com'),
    x: () => app.toggle('frames'),
    g: () => app.toggle(app.scene.dimension === 2 ? 'ghosts' : 'glass'),
    '[': () => time.faster(-1),
    ']': () => time.faster(1),
    '?': help,
    Escape: () => app.choose(null),
  };
  addEventListener('keydown', e => {
    if (e.target.matches('select, input:not(#time), textarea') || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target.matches('button') && (e.key === ' ' || e.key === 'Enter')) return;
    const view = Object.values(app.head.found)[+e.key - 1];
    const act = acts[e.key] ?? acts[e.key.toLowerCase()] ?? (e.key >= '1' && e.key <= '9' ? view : null);
    if (!act) return;
    e.preventDefault();
    act(e);
  });
}
