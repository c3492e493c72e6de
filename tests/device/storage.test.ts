import { expect, test } from 'vitest';
import { guardStorage } from '../../src/device/storage.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

const isPoint = (value: unknown): value is { x: number } =>
  typeof value === 'object' && value !== null && 'x' in value && typeof value.x === 'number';

test('keeps values until they are removed', () => {
  const held = memory();
  const storage = guardStorage(() => held);
  expect(storage.get('a')).toBeUndefined();
  expect(storage.set('a', '1')).toBe(true);
  expect(storage.get('a')).toBe('1');
  storage.remove('a');
  expect(storage.get('a')).toBeUndefined();
});

test('reads JSON only in the shape that is asked for', () => {
  const held = memory();
  const storage = guardStorage(() => held);
  expect(storage.getJson('point', isPoint)).toBeUndefined();
  storage.setJson('point', { x: 1 });
  expect(storage.getJson('point', isPoint)).toEqual({ x: 1 });
  storage.setJson('point', { x: 'one' });
  expect(storage.getJson('point', isPoint)).toBeUndefined();
  storage.set('point', '{');
  expect(storage.getJson('point', isPoint)).toBeUndefined();
});

test('never throws where the browser forbids storage or has no room left', () => {
  const forbidden = guardStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const full = guardStorage(() => ({
    ...memory(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  }));
  for (const storage of [forbidden, full, guardStorage(() => undefined)]) {
    expect(storage.get('a')).toBeUndefined();
    expect(storage.set('a', '1')).toBe(false);
    expect(storage.setJson('a', 1)).toBe(false);
    expect(() => storage.remove('a')).not.toThrow();
  }
});
