// The viewer: one page for a motion in the plane or in space, for several beside one another, and for live models.
import { App } from './app.js';
import { unpack } from './data.js';
import { make } from './dom.js';
import style from './style.css';

async function start() {
  document.head.append(make('style', { textContent: style }));
  const given = JSON.parse(document.getElementById('scene').textContent);
  const scenes = await Promise.all((given.scenes ?? [given]).map(unpack));
  globalThis.viewer = new App(scenes, given);
}

start().catch(problem => {
  const text = `This page could not be shown: ${problem.message}. It needs a browser of 2023 or later.`;
  document.body.append(make('p', { id: 'problem', textContent: text }));
  throw problem;
});
