import { NOW, READINGS, SUMMARY } from '../../../tests/ui/samples.ts';
import type { StorySet } from '../../../tests/ui/story.ts';
import { StatCards } from './stat-cards.tsx';

const HUGE = {
  meshConnections: 7,
  zipBundlesProcessed: 123_456_789,
  route66Handshakes: Number.MAX_SAFE_INTEGER,
};

export const stories: StorySet = {
  title: 'Stat cards',
  stories: {
    fresh: () => <StatCards read={{ ...READINGS.fresh, data: SUMMARY.meshStats }} now={NOW} />,
    loading: () => <StatCards read={{ ...READINGS.loading, data: undefined }} now={NOW} />,
    stale: () => <StatCards read={{ ...READINGS.stale, data: SUMMARY.meshStats }} now={NOW} />,
    unknown: () => <StatCards read={{ ...READINGS.unknown, data: SUMMARY.meshStats }} now={NOW} />,
    failing: () => <StatCards read={{ ...READINGS.failing, data: SUMMARY.meshStats }} now={NOW} />,
    'never read': () => <StatCards read={{ ...READINGS.failed, data: undefined }} now={NOW} />,
    'huge numbers': () => <StatCards read={{ ...READINGS.fresh, data: HUGE }} now={NOW} />,
  },
};
