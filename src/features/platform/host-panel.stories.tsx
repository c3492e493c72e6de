import type { Host, HostSeries } from '../../../contract/shapes/host.ts';
import type { PlatformHistory } from '../../../contract/shapes/mesh.ts';
import { growingHistory, platformHistory } from '../../../tests/ui/platform-samples.ts';
import { LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { HostPanel } from './host-panel.tsx';

const series = (id: number, measure: string, value: number, name = ''): HostSeries => ({
  ...{ id, measure, name, value, at: NOW },
});

export const HOST: Host = {
  hasAddress: true,
  series: [
    series(1, 'filesystem', 91.4, '/'),
    series(2, 'cpu', 23),
    series(3, 'memory', 61.2),
    series(4, 'network', 1250, 'eth0 receive'),
    series(5, 'temperature', 48, 'nvme Composite'),
    series(6, 'uptime', 1_209_600),
  ],
  limits: [{ measure: 'filesystem', name: '', over: 90, forSec: 600 }],
};

/** Of a disk that grows: in percent what the samples have in milliseconds. */
function growing(history: PlatformHistory): PlatformHistory {
  const percent = (value: number | null) => value && Math.min(97, value / 2.6);
  const slots = history.slots.map((slot) => ({
    ...slot,
    latencyMs: percent(slot.latencyMs),
    minMs: percent(slot.minMs),
    maxMs: percent(slot.latencyMs && slot.latencyMs * 1.02),
  }));
  return { ...history, slots };
}

function panel(host: Partial<Host> = {}, stand: Stand = 'fresh') {
  const of = { ...HOST, ...host };
  const [first] = of.series;
  const history = (range: '24h' | '30d', data: PlatformHistory) =>
    known('hostHistory', data, stand, { id: String(first?.id), range });
  const entries = [
    ...known('host', of, stand, { id: 'forge' }),
    ...history('24h', platformHistory('24h')),
    ...history('30d', growing(growingHistory())),
  ];
  return (
    <Seeded entries={entries}>
      <HostPanel id="forge" />
    </Seeded>
  );
}

export const stories: StorySet = {
  title: 'Host of a platform',
  stories: {
    full: () => panel(),
    'without metrics': () => panel({ series: [], hasAddress: false }),
    'long names': () => panel({ series: [series(1, 'temperature', 48, LONG_WORD)], limits: [] }),
    failing: () => panel({}, 'failing'),
    stale: () => panel({}, 'stale'),
    'never read': () => panel({}, 'failed'),
    'of a server without it': () => panel({}, 'missing'),
  },
};
