import type { Heartbeat, WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { LONG_TEXT, NOW, SUMMARY } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { WatchdogPage } from './watchdog-page.tsx';

const view = (summary: WatchdogSummary, stand?: Stand) => (
  <Seeded entries={known('watchdog', summary, stand)}>
    <WatchdogPage />
  </Seeded>
);

const beating = (heartbeat: Partial<Heartbeat>) => ({
  ...SUMMARY,
  heartbeat: { ...SUMMARY.heartbeat, ...heartbeat },
});
const PLATFORMS = ['Forge', 'Harbor', 'Archive'].map((name) => ({
  id: name.toLowerCase(),
  name,
  sent: 240,
  answered: name === 'Archive' ? 0 : 238,
  missed: name === 'Archive' ? 240 : 2,
  lastAnswer: name === 'Archive' ? null : NOW - 12_000,
  lastError: name === 'Archive' ? 'no answer' : null,
}));
const MANY = Array.from({ length: 60 }, (_, index) => `GET /api/endpoint/${index}`);

export const stories: StorySet = {
  title: 'Watchdog',
  alone: true,
  stories: {
    active: () => view(SUMMARY),
    'watched from outside': () => view({ ...SUMMARY, deadMan: { at: NOW - 40_000, error: null } }),
    'not answered outside': () =>
      view({ ...SUMMARY, deadMan: { at: NOW - 40_000, error: 'answered 404' } }),
    'heartbeats by platform': () => view(beating({ platforms: PLATFORMS })),
    'not configured, pending': () => view({ ...beating({ lastSuccess: null }), forgeRun: '' }),
    'heartbeat disabled': () => view(beating({ enabled: false })),
    'heartbeat error': () => view(beating({ lastError: LONG_TEXT })),
    empty: () => view(null),
    loading: () => view(SUMMARY, 'loading'),
    stale: () => view(SUMMARY, 'stale'),
    unknown: () => view(SUMMARY, 'unknown'),
    failing: () => view(SUMMARY, 'failing'),
    'never read': () => view(SUMMARY, 'failed'),
    'many endpoints': () => view({ ...SUMMARY, endpoints: MANY }),
  },
};
