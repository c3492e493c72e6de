import type { Heartbeat, WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { LONG_TEXT, NOW, READINGS, SUMMARY } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { WatchdogView } from './watchdog-page.tsx';

const view = (
  summary: WatchdogSummary | undefined,
  state: keyof typeof READINGS,
  busy: boolean = false,
) => (
  <WatchdogView
    summary={{ ...READINGS[state], data: summary }}
    now={NOW}
    ping={{ pending: busy, run: nothing }}
    reconnect={{ pending: busy, run: nothing }}
  />
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
  stories: {
    active: () => view(SUMMARY, 'fresh'),
    'heartbeats by platform': () => view(beating({ platforms: PLATFORMS }), 'fresh'),
    'not configured, pending': () =>
      view({ ...beating({ lastSuccess: null }), forgeRun: '' }, 'fresh'),
    'heartbeat disabled': () => view(beating({ enabled: false }), 'fresh'),
    'heartbeat error': () => view(beating({ lastError: LONG_TEXT }), 'fresh'),
    'commands under way': () => view(SUMMARY, 'fresh', true),
    empty: () => view(null, 'fresh'),
    loading: () => view(undefined, 'loading'),
    stale: () => view(SUMMARY, 'stale'),
    unknown: () => view(SUMMARY, 'unknown'),
    failing: () => view(SUMMARY, 'failing'),
    'never read': () => view(undefined, 'failed'),
    'many endpoints': () => view({ ...SUMMARY, endpoints: MANY }, 'fresh'),
  },
};
