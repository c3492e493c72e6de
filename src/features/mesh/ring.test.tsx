import { expect, test } from 'vitest';
import { ringOf } from './topology.tsx';

test('the first stands at the top, the others clockwise at equal steps', () => {
  const places = ringOf(4, { x: 50, y: 50 }, { x: 40, y: 30 });
  const rounded = places.map(({ x, y }) => [Math.round(x), Math.round(y)]);
  expect(rounded).toEqual([
    [50, 20],
    [90, 50],
    [50, 80],
    [10, 50],
  ]);
});

test('no platform needs no place', () => {
  expect(ringOf(0, { x: 50, y: 50 }, { x: 40, y: 30 })).toEqual([]);
});
