import { describe, expect, it } from 'vitest';
import { type Known, summaryText } from '../../src/domain/mesh-news.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const platform = (name: string, status: string) => ({ id: name, name, status });
const BEFORE: Known = {
  activity: rows(2, 1),
  connections: [platform('Forge', 'connected'), platform('Archive', 'error')],
};

function withStatus(name: string, status: string): Known {
  const connections = BEFORE.connections?.map((one) =>
    one.name === name ? { ...one, status } : one,
  );
  return { ...BEFORE, connections };
}

describe('summaryText', () => {
  it.each<[string, Known, Known, string]>([
    ['nothing new', BEFORE, BEFORE, ''],
    ['a first read', { activity: undefined, connections: undefined }, BEFORE, ''],
    ['one row', BEFORE, { ...BEFORE, activity: rows(3, 2, 1) }, '1 new activity'],
    ['three rows', BEFORE, { ...BEFORE, activity: rows(5, 4, 3, 2, 1) }, '3 new activities'],
    [
      'a first row',
      { ...BEFORE, activity: [] },
      { ...BEFORE, activity: rows(1) },
      '1 new activity',
    ],
    ['one that went', BEFORE, withStatus('Forge', 'error'), 'Forge does not answer'],
    ['one that came', BEFORE, withStatus('Archive', 'warning'), 'Archive answers again'],
    ['one that is late only', BEFORE, withStatus('Forge', 'warning'), ''],
    ['one that is not known any more', BEFORE, withStatus('Forge', 'unknown'), ''],
    [
      'both',
      BEFORE,
      { ...withStatus('Forge', 'error'), activity: rows(4, 3, 2, 1) },
      '2 new activities; Forge does not answer',
    ],
  ])('%s', (_, before, after, text) => {
    expect(summaryText(before, after)).toBe(text);
  });
});
