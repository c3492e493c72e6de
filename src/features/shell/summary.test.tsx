import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mount } from '../../../tests/ui/mount.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import type { Known } from '../../domain/mesh-news.ts';
import { createValueStore } from '../../shared/subscribable.ts';
import { SummaryRegion } from './summary-region.tsx';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const BEFORE: Known = { activity: rows(2, 1), connections: CONNECTIONS };

function withStatus(name: string, status: string): Known {
  const connections = CONNECTIONS.map((one) => (one.name === name ? { ...one, status } : one));
  return { ...BEFORE, connections };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('many changes are one sentence, said once they have been gathered', async () => {
  const known = createValueStore(BEFORE);
  const { box } = mount(<SummaryRegion known={known} />);
  const region = () => box.querySelector('[role=status]')?.textContent;
  for (let newest = 3; newest <= 7; newest += 1) {
    known.set({ ...BEFORE, activity: rows(newest, 2, 1) });
  }
  known.set({ ...withStatus('Forge', 'error'), activity: rows(4, 3, 2, 1) });
  expect(region()).toBe('');
  vi.advanceTimersByTime(10_000);
  await expect.poll(region).toBe('2 new activities; Forge does not answer');
});
