// Arrows as paths: where they end, and what marks them: node --test
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextPen, arrow, moment } from '../src/arrows.js';
import { forceAt } from '../src/data.js';

const written = (draw, ...values) => {
  const pen = new TextPen();
  draw(pen, ...values);
  return pen.text;
};
const pieces = text => text.split('Z').filter(Boolean);

test('a force ends at its tip', () => {
  const text = written(arrow, [10, 20], 60, -80, false);
  assert.equal(pieces(text).length, 1);
  assert.ok(text.includes('L70.00 -60.00'));
});

test('a cut force has a broken shaft', () => {
  assert.equal(pieces(written(arrow, [0, 0], 100, 0, true)).length, 2);
});

test('a thin force has the same tip', () => {
  assert.ok(written(arrow, [0, 0], 100, 0, false, 0.4).includes('L100.00 0.00'));
});

test('a moment has two heads and turns against the clock if it is positive', () => {
  const sweep = text => /A\S+ \S+ 0 1 (\d)/.exec(text)[1];
  const [positive, negative] = [2, -2].map(value => written(moment, [0, 0], value, 40));
  assert.equal(pieces(positive).length, 3);
  assert.deepEqual([sweep(positive), sweep(negative)], ['0', '1']); // y points downwards
});

test('forces with fewer rows than frames are read at the same times', () => {
  const scene = { frames: 9, arrowRows: 3 };
  const values = Float64Array.of(0, 4, 8);
  for (const frame of [0, 1, 4, 6.5, 8]) assert.equal(forceAt(scene, values, 0, frame), frame);
});
