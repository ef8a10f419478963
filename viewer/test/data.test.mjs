// Reading packed numbers, and reading between frames: node --test
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { arrowScale, between, columns, cubic, force, length, round125, short } from '../src/data.js';

/** One column as packing.py writes it. */
function packed(whole, low, span) {
  const steps = whole.map((v, k) => (v - (k ? whole[k - 1] : 0)) & 65535);
  const bytes = Buffer.from([...steps.map(s => s & 255), ...steps.map(s => s >> 8)]);
  return { n: 1, low: [low], span: [span], z: deflateRawSync(bytes).toString('base64') };
}

test('columns are the differences added up and scaled', async () => {
  const found = await columns(packed([0, 65535, 1, 32768], -1, 2), 4);
  [-1, 1, -1 + 2 / 65535, -1 + 2 * 32768 / 65535].forEach((v, k) => assert.ok(Math.abs(found[k] - v) < 1e-6));
});

test('gaps are not numbers', async () => {
  const found = await columns({ ...packed([5, 6, 7, 8], 0, 1), gaps: [[0, 1, 2]] }, 4);
  assert.deepEqual([...found].map(Number.isNaN), [false, true, true, false]);
});

test('the cubic is exact for cubics inside and for parabolas at the ends', () => {
  const frames = 8;
  for (const power of [0, 1, 2, 3]) {
    const array = Float64Array.from({ length: frames }, (_, k) => k ** power);
    for (let x = power === 3 ? 1 : 0; x <= (power === 3 ? frames - 2 : frames - 1); x += 0.25) {
      assert.ok(Math.abs(cubic(array, 0, frames, x) - x ** power) < 1e-9, `${x}^${power}`);
    }
  }
});

test('one, two and three frames are enough', () => {
  for (const frames of [1, 2, 3]) {
    const array = Float64Array.from({ length: frames }, (_, k) => 2 * k);
    assert.equal(cubic(array, 0, frames, (frames - 1) / 2), frames - 1);
  }
});

test('a straight line between frames, nothing beside a gap', () => {
  const array = Float64Array.of(0, 2, NaN, 4);
  assert.equal(between(array, 0, 4, 0.5), 1);
  assert.ok(Number.isNaN(between(array, 0, 4, 1.5)));
  assert.equal(between(array, 0, 4, 3), 4);
});

test('arrows: the 80th percentile has the length that was asked for', () => {
  const values = Float64Array.from({ length: 100 }, (_, k) => k + 1);
  assert.ok(Math.abs(arrowScale([{ values }], 100, 1, 1) - 1 / 80) < 1e-12);
  assert.equal(arrowScale([{ values: null }], 100, 1, 3), 3);
});

test('numbers for people', () => {
  assert.equal(short(-0.00012345), '−1.23e-4');
  assert.equal(short(NaN), '–');
  assert.equal(short(-1.5), '−1.500');
  assert.equal(round125(3.7), 2);
  assert.equal(length(0.05), '50 mm');
  assert.equal(force(2000), '2 kN');
});
