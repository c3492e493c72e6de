import { expect, test } from 'vitest';
import { startWithStuckLoops } from '../stuck-loops.ts';

const FASTER = 4;
const POLL = { timeout: 30_000, interval: 50 };

test('what only instances repeat is said when it stands, and its alert arrives', async () => {
  const { stuck, ...node } = await startWithStuckLoops(FASTER, { alone: true });
  for (const [name, without] of [
    ['follow the journal', 'followed no changes'],
    ['look who leads', 'not looked who leads'],
  ] as const) {
    stuck.add(name);
    await expect.poll(node.reasons, POLL).toEqual([name]);
    await expect.poll(async () => (await node.own())?.cause, POLL).toContain(without);
    await expect.poll(node.titles, POLL).toContain('Meridian is at a standstill');
    stuck.clear();
    await expect.poll(node.reasons, POLL).toEqual([]);
    await expect.poll(async () => (await node.own())?.endedAt, POLL).not.toBeNull();
  }
});
