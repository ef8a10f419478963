// Bundle the viewer into the one file that the package ships: node build.mjs
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const here = path => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: [here('src/main.js')],
  outfile: here('../src/snodo/views/scene/viewer.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  loader: { '.css': 'text' },
});
