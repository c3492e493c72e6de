import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import type { ReadState } from '../../ui/read-state.tsx';
import { StatCards, uptimeNote } from './stat-cards.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadState = { at: NOW, age: 'fresh', failure: undefined, loading: false };
const STATS = { meshConnections: 6, zipBundlesProcessed: 1234, route66Handshakes: 42 };

const card = (name: string) => page.getByRole('article', { name });

test('four placeholders stand in until the figures have been read', () => {
  const reading = { ...FRESH, at: undefined, loading: true };
  const { box } = mount(<StatCards read={{ ...reading, data: undefined }} now={NOW} />);
  expect(box.querySelectorAll('[data-stat-placeholder]')).toHaveLength(4);
});

test('six of seven connections are 85.7% uptime', async () => {
  mount(<StatCards read={{ ...FRESH, data: STATS }} now={NOW} />);
  await expect.element(card('Mesh Connections')).toHaveTextContent('6/7');
  await expect.element(card('Mesh Connections')).toHaveTextContent('85.7% uptime');
  await expect.element(card('ZIP Bundles')).toHaveTextContent('1,234');
  await expect.element(card('Route66 Handshakes')).toHaveTextContent('42');
  await expect.element(card('Sovereign Status')).toHaveTextContent('S11.1');
  expect(await faults()).toEqual([]);
});

test('stale figures say how old they are', async () => {
  const reading: ReadState = { ...FRESH, at: NOW - 180_000, age: 'stale' };
  mount(<StatCards read={{ ...reading, data: STATS }} now={NOW} />);
  await expect.element(card('Mesh Connections')).toHaveTextContent('as of 3 min ago');
  await expect.element(card('Mesh Connections')).toHaveTextContent('85.7% uptime');
  expect(await faults()).toEqual([]);
});

test('figures too old to be true read UNKNOWN', async () => {
  const reading: ReadState = { ...FRESH, at: NOW - 3_600_000, age: 'unknown' };
  mount(<StatCards read={{ ...reading, data: STATS }} now={NOW} />);
  await expect.element(card('Mesh Connections')).toHaveTextContent('UNKNOWN');
  await expect.element(card('Mesh Connections')).not.toHaveTextContent('6/7');
  await expect.element(card('Mesh Connections')).toHaveTextContent('1 h ago');
});

test.each([
  [1280, 920],
  [820, 780],
  [360, 328],
])(
  'on a screen of %i pixels, %i of them for the cards, the word is not broken',
  async (screen, width) => {
    await page.viewport(screen, 720);
    const reading: ReadState = { ...FRESH, at: NOW - 3_600_000, age: 'unknown' };
    const { box } = mount(<StatCards read={{ ...reading, data: STATS }} now={NOW} />);
    box.style.width = `${width}px`;
    for (const word of page.getByText('UNKNOWN').elements())
      expect(word.getClientRects()).toHaveLength(1);
  },
);

test('a failed first read shows no number and the failure', async () => {
  const reading: ReadState = {
    at: undefined,
    age: 'unknown',
    failure: { message: '500: boom' },
    loading: false,
  };
  mount(<StatCards read={{ ...reading, data: undefined }} now={NOW} />);
  await expect.element(card('ZIP Bundles')).toHaveTextContent('UNKNOWN');
  await expect.element(card('ZIP Bundles')).toHaveTextContent('500: boom');
});

test('a mesh of another size has its own denominator', async () => {
  const stats = { ...STATS, meshConnections: 4, meshSize: 4 };
  mount(<StatCards read={{ ...FRESH, data: stats }} now={NOW} />);
  await expect.element(card('Mesh Connections')).toHaveTextContent('4/4');
  await expect.element(card('Mesh Connections')).toHaveTextContent('100% uptime');
});

test.each([
  [6, undefined, '85.7% uptime'],
  [7, undefined, '100% uptime'],
  [0, undefined, '0% uptime'],
  [1, undefined, '14.3% uptime'],
  [9, undefined, '100% uptime'],
  [4, 4, '100% uptime'],
  [5, 11, '45.5% uptime'],
])('%d connections of a mesh of %s is %s', (meshConnections, meshSize, note) => {
  expect(uptimeNote({ meshConnections, meshSize })).toBe(note);
});
