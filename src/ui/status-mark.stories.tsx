import type { StorySet } from '../../tests/ui/story.ts';
import { StatusMark } from './status-mark.tsx';

const STATUSES = [
  'connected',
  'warning',
  'error',
  'maintenance',
  'paused',
  'unknown',
  'of another server',
];

export const stories: StorySet = {
  title: 'Status mark',
  stories: {
    'every status': () =>
      STATUSES.map((status) => <StatusMark key={status} status={status} word />),
  },
};
