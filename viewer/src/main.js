import style from './style.css';
import { between, short, unpack } from './data.js';
import { live } from './live.js';
import { Plane } from './plane.js';
import { Plot } from './plot.js';
import { Space } from './space.js';

const make = (tag, attributes = {}, ...children) => { const e = Object.assign(document.createElement(tag), attributes); e.append(...children); return e; };
const icon = path => `<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const PLAY = icon('M7 4l13 8-13 8z'), PAUSE = icon('M6 4h4v16H6zM14 4h4v16h-4z'), LOOP = icon('M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5'), MOON = icon('M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z'), PANEL = icon('M3 5h18v14H3zM15 5v14');
const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

async function start() {
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  const scene = await unpack(JSON.parse(document.getElementById('scene').textContent));
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.get('theme') === 'dark' || (!hash.has('theme') && matchMedia('(prefers-color-scheme: dark)').matches)) document.documentElement.classList.add('dark');
  const plane = scene.dimension === 2, many = scene.bodies.length > 10;
  const on = { joints: plane || !scene.meshes?.some(m => m.nt > 600), names: !many, traces: true, forces: false, ghosts: false, glass: false };
  for (const word of (hash.get('on') ?? '').split(',')) if (word in on) on[word] = true;
  for (const word of (hash.get('off') ?? '').split(',')) if (word in on) on[word] = false;
  const state = { frame: 0, playing: false, speed: 1, loop: true, dirty: true, pick: null };
  const length = (scene.frames - 1) * scene.step;
  if (length < 0.5) state.speed = 0.05; if (length > 120) state.speed = 10;

  // ---------------------------------------------------------- page
  const title = make('h1', { textContent: scene.name }), about = make('p', { textContent: scene.about, title: scene.about });
  const dark = make('button', { className: 'icon', title: 'light or dark (D)', innerHTML: MOON }), wide = make('button', { className: 'icon', id: 'panel', title: 'side panel (P)', innerHTML: PANEL });
  const holder = make('main', { id: 'scene', tabIndex: 0 }), views = make('div', { id: 'views' }), legend = make('div', { id: 'legend' });
  const play = make('button', { id: 'play', title: 'play or pause (space)', innerHTML: PLAY }), slider = make('input', { id: 'time', type: 'range', min: 0, max: scene.frames - 1, step: 'any', value: 0, ariaLabel: 'time' });
  const clock = make('span', { className: 'num' }), speed = make('select', { title: 'speed ([ and ])', ariaLabel: 'speed' }, ...SPEEDS.map(s => new Option(`${s}×`, s))), loop = make('button', { className: 'icon opt on', title: 'loop (L)', innerHTML: LOOP });
  const side = make('aside', { id: 'side' }), switches = make('div', { id: 'switches' }), inspect = make('div', { id: 'inspect' }), plots = make('div');
  speed.value = state.speed;
  side.append(make('section', {}, make('h2', { textContent: 'Show' }), switches), make('section', {}, make('h2', { textContent: 'Curves' }), plots), make('section', {}, make('h2', { textContent: 'Selected' }), inspect));
  document.body.append(make('header', { id: 'head' }, title, about, dark, wide), holder, make('footer', { id: 'bar' }, play, slider, clock, speed, loop), side);

  const options = { on, dirty: () => { state.dirty = true; }, pick: p => { state.pick = p; stage.highlight?.(p); state.dirty = true; }, shadows: hash.get('shadows') !== '0',
    legend: l => { const text = JSON.stringify(l); if (text === options.last) return; options.last = text; legend.replaceChildren();
      if (l.bar) { const i = make('i'); i.style.width = `${l.bar[0]}px`; legend.append(make('div', {}, i, l.bar[1])); }
      if (l.grid) legend.append(make('div', {}, `grid ${l.grid}`));
      if (l.force) { const b = make('b'); b.style.cssText = `width:${l.force[0]}px;background:var(--react);color:var(--react)`; legend.append(make('div', {}, b, l.force[1])); } },
    seek: share => { state.playing = false; state.frame = share * (scene.frames - 1); sync(); } };
  const stage = plane ? new Plane(scene, holder, options) : new Space(scene, holder, options);
  holder.append(views, legend);
  const found = stage.views(); for (const [name, go] of Object.entries(found)) views.append(make('button', { textContent: name, onclick: go }));

  const words = plane ? { forces: 'Forces', traces: 'Paths', names: 'Names', ghosts: 'Positions' } : { forces: 'Forces', joints: 'Joints', traces: 'Paths', names: 'Names', glass: 'Glass' };
  const buttons = {};
  for (const [word, text] of Object.entries(words)) { if (word === 'forces' && !scene.arrows?.length) continue; if (word === 'traces' && !scene.traces.length) continue;
    buttons[word] = make('button', { textContent: text, ariaPressed: on[word], className: on[word] ? 'on' : '', onclick: () => toggle(word) }); switches.append(buttons[word]); }
  const toggle = word => { if (!buttons[word]) return; on[word] = !on[word]; buttons[word].className = on[word] ? 'on' : ''; buttons[word].ariaPressed = on[word]; state.dirty = true; };

  const curves = scene.series?.list.length ? [0, Math.min(1, scene.series.list.length - 1)].map((_, k) => new Plot(scene, plots, options, Math.max(0, scene.series.list.findIndex(s => s.name === (scene.series.shown[k] ?? ''))))) : [];
  if (!curves.length) plots.closest('section').remove();

  // ---------------------------------------------------------- what is selected
  function show() {
    const p = state.pick; inspect.replaceChildren();
    if (!p) return inspect.append(make('p', { textContent: 'Click a body or a joint.' }));
    const part = (p.kind === 'body' ? scene.bodies : scene.joints)[p.index]; if (!part) return;
    const dot = make('span', { className: 'dot' }); dot.style.background = p.kind === 'body' ? part.color : 'var(--faint)';
    const rows = [];
    if (p.kind === 'body') { if (part.mass !== undefined) rows.push(['mass', `${short(part.mass)} kg`]);
      const at = plane ? stage.pose(p.index, state.frame) : stage.bodies[p.index].position.toArray(); rows.push(['x, y' + (plane ? '' : ', z'), `${at.slice(0, plane ? 2 : 3).map(v => short(v, 3)).join(', ')} m`]);
      if (plane) rows.push(['angle', `${short(at[2] * 180 / Math.PI)}°`]); }
    else rows.push(['kind', part.kind], ['between', `${scene.bodies[part.parent]?.name ?? 'ground'} – ${scene.bodies[part.child]?.name ?? 'ground'}`]);
    scene.series?.list.forEach((s, k) => { if (s.name.startsWith(`${part.name}.`)) rows.push([s.name.slice(part.name.length + 1), `${short(between(scene.curves, k, scene.frames, state.frame))} ${s.unit}`]); });
    const arrow = (scene.arrows ?? []).find(a => a.name === part.name);
    if (arrow && p.kind === 'joint') rows.push(['|force|', `${short(Math.hypot(...[...Array(scene.dimension).keys()].map(c => between(arrow.values, c, scene.frames, state.frame))))} N`]);
    inspect.append(make('div', {}, dot, make('strong', { textContent: part.name })), make('table', {}, ...rows.map(([a, b]) => make('tr', {}, make('td', { textContent: a }), make('td', { textContent: b })))));
  }

  // ---------------------------------------------------------- joints that a server keeps closed
  if (scene.live) live(scene, stage, side, state);

  // ---------------------------------------------------------- time
  const sync = () => { play.innerHTML = state.playing ? PAUSE : PLAY; state.dirty = true; };
  play.onclick = () => { state.playing = !state.playing; if (state.playing && state.frame >= scene.frames - 1) state.frame = 0; sync(); };
  slider.oninput = () => { state.playing = false; state.frame = +slider.value; sync(); };
  speed.onchange = () => { state.speed = +speed.value; };
  loop.onclick = () => { state.loop = !state.loop; loop.classList.toggle('on', state.loop); };
  dark.onclick = () => { document.documentElement.classList.toggle('dark'); stage.theme(); curves.forEach(c => c.theme()); state.dirty = true; };
  wide.onclick = () => { document.body.classList.toggle('wide'); state.dirty = true; };
  addEventListener('keydown', e => {
    if (e.target.matches('select') || e.ctrlKey || e.metaKey || e.altKey) return;
    const jump = n => { state.playing = false; state.frame = Math.min(scene.frames - 1, Math.max(0, Math.round(state.frame) + n)); sync(); };
    const keys = { ' ': () => play.click(), ArrowRight: () => jump(e.shiftKey ? 10 : 1), ArrowLeft: () => jump(e.shiftKey ? -10 : -1), Home: () => jump(-1e9), End: () => jump(1e9), l: () => loop.click(), d: () => dark.click(), p: () => wide.click(),
      f: () => toggle('forces'), j: () => toggle('joints'), t: () => toggle('traces'), n: () => toggle('names'), g: () => toggle(plane ? 'ghosts' : 'glass'), Escape: () => options.pick(null),
      ']': () => { speed.selectedIndex = Math.min(SPEEDS.length - 1, speed.selectedIndex + 1); speed.onchange(); }, '[': () => { speed.selectedIndex = Math.max(0, speed.selectedIndex - 1); speed.onchange(); } };
    const view = Object.values(found)[+e.key - 1];
    const act = keys[e.key] ?? keys[e.key.toLowerCase()] ?? (e.key >= '1' && view); if (act) { e.preventDefault(); act(); }
  });

  let before = 0; const stats = { frames: 0, since: 0, fps: 0 };
  function tick(now) {
    const passed = Math.min(0.25, (now - before) / 1e3); before = now;
    if (state.playing) { state.frame += passed * state.speed / scene.step; const last = scene.frames - 1;
      if (state.frame > last) { if (state.loop) state.frame %= last; else { state.frame = last; state.playing = false; sync(); } } state.dirty = true; }
    if (state.dirty) { state.moved = now; if (stage.fast && (stage.soft || state.slow)) { stage.fast(true); } }
    else if (stage.isFast && now - state.moved > 250) { stage.fast(false); state.dirty = true; state.still = true; }
    if (passed > 0.06 && state.playing) state.late = (state.late ?? 0) + 1; if (state.late > 20) state.slow = true;
    if (state.dirty) { state.dirty = false; if (state.still) { state.still = false; state.moved = -1e9; } stage.draw(state.frame); curves.forEach(c => c.draw(state.frame)); show(); slider.value = state.frame;
      clock.replaceChildren(make('b', { textContent: (scene.start + state.frame * scene.step).toFixed(length < 1 ? 4 : 2) }), ` / ${+(scene.start + length).toPrecision(4)} s`);
      stats.frames++; if (now - stats.since > 1000) { stats.fps = stats.frames * 1e3 / (now - stats.since); stats.frames = 0; stats.since = now; } }
    requestAnimationFrame(tick);
  }
  if (hash.has('t')) state.frame = Math.min(scene.frames - 1, (+hash.get('t') - scene.start) / scene.step);
  if (hash.has('pick')) options.pick({ kind: hash.get('pick').split(':')[0], index: (hash.get('pick').startsWith('body') ? scene.bodies : scene.joints).findIndex(b => b.name === hash.get('pick').split(':')[1]) });
  show(); requestAnimationFrame(tick);
  globalThis.viewer = { scene, state, stage, stats, options };
}
start();
