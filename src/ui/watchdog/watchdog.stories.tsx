import type { WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { LONG_TEXT, NOW, READINGS, SUMMARY } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import { WatchdogView } from './watchdog-view.tsx';

const view = (
  summary: WatchdogSummary | undefined,
  state: keyof typeof READINGS,
  busy: boolean = false,
) => (
  <WatchdogView
    summary={summary}
    reading={READINGS[state]}
    now={NOW}
    pinging={busy}
    reconnecting={busy}
    onPing={nothing}
    onReconnect={nothing}
  />
);

const beating = (heartbeat: Partial<typeof SUMMARY.heartbeat>) => ({
  ...SUMMARY,
  heartbeat: { ...SUMMARY.heartbeat, ...heartbeat },
});
const MANY = Array.from({ length: 60 }, (_, index) => `GET /api/endpoint/${index}`);

export const stories: StorySet = {
  title: 'Watchdog',
  stories: {
    active: () => view(SUMMARY, 'fresh'),
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
