import { expect, onTestFinished, test, vi } from 'vitest';
import { handOver, takeHanded } from '../../src/device/handed-file.ts';

test('a file is handed over on plain HTTP too, where the browser makes no ids', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const file = new File(['a'], 'a.zip');
  const id = handOver(file);
  expect(takeHanded(id)).toBe(file);
  expect(takeHanded(id)).toBeUndefined();
});
