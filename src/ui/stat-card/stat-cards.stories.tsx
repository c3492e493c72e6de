import { NOW, READINGS, SUMMARY } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { StatCards } from './stat-cards.tsx';

const HUGE = {
  meshConnections: 7,
  zipBundlesProcessed: 123_456_789,
  route66Handshakes: Number.MAX_SAFE_INTEGER,
};

export const stories: StorySet = {
  title: 'Stat cards',
  stories: {
    fresh: () => <StatCards stats={SUMMARY.meshStats} reading={READINGS.fresh} now={NOW} />,
    loading: () => <StatCards stats={undefined} reading={READINGS.loading} now={NOW} />,
    stale: () => <StatCards stats={SUMMARY.meshStats} reading={READINGS.stale} now={NOW} />,
    unknown: () => <StatCards stats={SUMMARY.meshStats} reading={READINGS.unknown} now={NOW} />,
    failing: () => <StatCards stats={SUMMARY.meshStats} reading={READINGS.failing} now={NOW} />,
    'never read': () => <StatCards stats={undefined} reading={READINGS.failed} now={NOW} />,
    'huge numbers': () => <StatCards stats={HUGE} reading={READINGS.fresh} now={NOW} />,
  },
};
