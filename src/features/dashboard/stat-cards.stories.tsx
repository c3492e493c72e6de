import { NOW, READINGS, SUMMARY } from '../../ui/testing/samples.ts';
import type { StorySet } from '../../ui/testing/story.ts';
import { StatCards } from './stat-cards.tsx';

const HUGE = {
  meshConnections: 7,
  zipBundlesProcessed: 123_456_789,
  route66Handshakes: Number.MAX_SAFE_INTEGER,
};

export const stories: StorySet = {
  title: 'Stat cards',
  stories: {
    fresh: () => <StatCards stats={SUMMARY.meshStats} read={READINGS.fresh} now={NOW} />,
    loading: () => <StatCards stats={undefined} read={READINGS.loading} now={NOW} />,
    stale: () => <StatCards stats={SUMMARY.meshStats} read={READINGS.stale} now={NOW} />,
    unknown: () => <StatCards stats={SUMMARY.meshStats} read={READINGS.unknown} now={NOW} />,
    failing: () => <StatCards stats={SUMMARY.meshStats} read={READINGS.failing} now={NOW} />,
    'never read': () => <StatCards stats={undefined} read={READINGS.failed} now={NOW} />,
    'huge numbers': () => <StatCards stats={HUGE} read={READINGS.fresh} now={NOW} />,
  },
};
