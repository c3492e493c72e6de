import { expect, test } from 'vitest';
import { wallSearch } from './wall-search.ts';

test.each([
  [{}, {}],
  [{ wall: '0', view: 'mesh' }, {}],
  [{ wall: 'true', scale: 2 }, {}],
  [{ wall: 1 }, { wall: 1 }],
  [
    { wall: '1', view: 'mesh', theme: 'light', scale: '1.5' },
    { wall: 1, view: 'mesh', theme: 'light', scale: 1.5 },
  ],
  [{ wall: 1, view: 'nothing', theme: 'pink', scale: 'big' }, { wall: 1 }],
  [{ wall: 1, view: ['mesh'], theme: null, scale: Number.NaN }, { wall: 1 }],
  [
    { wall: 1, scale: 99 },
    { wall: 1, scale: 3 },
  ],
  [
    { wall: 1, scale: -1 },
    { wall: 1, scale: 0.5 },
  ],
  [
    { wall: 1, group: 'Shops', rotate: '1', sound: 1, night: '22-6' },
    { wall: 1, group: 'Shops', rotate: 1, sound: 1, night: '22-6' },
  ],
  [{ wall: 1, rotate: 'yes', sound: 2, night: '25-6' }, { wall: 1 }],
])('the address %j means the wall %j', (search, wall) => {
  expect(wallSearch(search)).toEqual(wall);
});
