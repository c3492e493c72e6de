import type { LookupAddress } from 'node:dns';
import pLimit from 'p-limit';
import { expect, test, vi } from 'vitest';
import { createNames } from './names.ts';

const THREADS = 4;
const FOUND = [{ address: '192.0.2.1', family: 4 }];

/** A machine that resolves so many names at once, whose name servers never answer for some. */
function setup() {
  const threads = pLimit(THREADS);
  const waiting: (() => void)[] = [];
  const system = vi.fn((host: string, _options: object, done: Done) => {
    const answer = () =>
      host.endsWith('dead.example')
        ? new Promise<void>((resolve) => waiting.push(resolve))
        : Promise.resolve();
    void threads(answer).then(() => done(null, FOUND));
  });
  const names = createNames(system, THREADS / 2);
  const find = (host: string, onBegin?: () => void) =>
    new Promise<LookupAddress[]>((resolve) =>
      names(host, { all: true }, (_error, found) => resolve(found), onBegin),
    );
  return { system, find, waiting };
}
type Done = (error: null, found: LookupAddress[]) => void;

test('a zone whose name servers hang keeps the names of others not waiting', async () => {
  const { find, waiting, system } = setup();
  const begun: number[] = [];
  const dead = Array.from({ length: 20 }, (_, i) =>
    find(`www${i}.dead.example`, () => begun.push(i)),
  );
  expect(await find('www.fine.example')).toEqual(FOUND);
  expect(await find('www.also.fine.co.uk')).toEqual(FOUND);
  expect(begun).toEqual([0, 1]);
  // Nobody asks twice at once.
  const again = find('www0.dead.example');
  const late = find('www19.dead.example');
  while (begun.length < dead.length) {
    waiting.splice(0).forEach((answer) => void answer());
    await new Promise(setImmediate);
  }
  waiting.splice(0).forEach((answer) => void answer());
  expect(await Promise.all([...dead, again, late])).toEqual(Array(22).fill(FOUND));
  expect(system).toHaveBeenCalledTimes(22);
});
