import { Badge } from '../badge/badge.tsx';
import { CONNECTIONS, LONG_CONNECTIONS, LONG_TEXT, LONG_WORD } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import type { PlatformListProps } from './platform-list.tsx';
import { Shell } from './shell.tsx';

const shell = (platforms: Partial<PlatformListProps>, title = 'Dashboard', account = 'ada') => (
  <Shell
    title={title}
    sidebar={{
      product: 'Sample',
      version: '0.1.0',
      path: '/dashboard',
      account,
      platforms: { platforms: CONNECTIONS, age: 'fresh', loading: false, ...platforms },
      onSignOut: nothing,
    }}
    state={<Badge tone="good">Mesh Active</Badge>}
    onSearch={nothing}
  >
    <p>{LONG_TEXT}</p>
  </Shell>
);

export const stories: StorySet = {
  title: 'Shell',
  alone: true,
  stories: {
    fresh: () => shell({}),
    loading: () => shell({ platforms: undefined, loading: true }),
    stale: () => shell({ age: 'stale' }),
    unknown: () => shell({ age: 'unknown' }),
    'no platforms': () => shell({ platforms: [] }),
    failed: () => shell({ platforms: undefined, failed: true }),
    'long text': () => shell({ platforms: LONG_CONNECTIONS }, LONG_TEXT, LONG_WORD),
  },
};
