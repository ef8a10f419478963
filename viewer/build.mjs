// Bundle the viewer into the one file that the package ships: node build.mjs
// Its first line names the sources it was made of, so that a test can tell whether it is up to date.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = path => fileURLToPath(new URL(path, import.meta.url));

function fingerprint() {
  const hash = createHash('sha256');
  const files = readdirSync(here('src'), { recursive: true }).map(name => name.replaceAll('\\', '/'));
  for (const name of ['package.json', ...files.filter(name => /\.(js|css)$/.test(name)).map(name => `src/${name}`)].sort()) {
    hash.update(`${name}\n`).update(readFileSync(here(name)));
  }
  return hash.digest('hex');
}

await build({
  entryPoints: [here('src/main.js')],
  outfile: here('../src/snodo/views/scene/viewer.js'),
  banner: { js: `/* snodo viewer, sources ${fingerprint()} */` },
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  loader: { '.css': 'text' },
});
