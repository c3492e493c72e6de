import {
  CONNECTIONS,
  DISK,
  LONG_CONNECTIONS,
  LONG_TEXT,
  LONG_WORD,
  largeMesh,
  READINGS,
} from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { meshVerdict } from '../../domain/verdict.ts';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { DisconnectedBanner } from './console-notices.tsx';
import { ScreenTabs } from './console-shell.tsx';
import { VerdictBadge } from './console-status.tsx';
import { DiskNotice } from './late-notices.tsx';
import { OpenCount } from './navigation.tsx';
import { type ConnectionsRead, PlatformList } from './platform-list.tsx';
import { Shell } from './shell.tsx';

const shell = (read: Partial<ConnectionsRead>, title = 'Dashboard', account = 'ada') => {
  const connections = { ...READINGS.fresh, data: CONNECTIONS, ...read };
  return (
    <Shell
      title={title}
      sidebar={{
        product: 'Sample',
        version: '0.1.0',
        account,
        platforms: (onLeave) => <PlatformList connections={connections} onLeave={onLeave} />,
        openCount: <OpenCount open={1} />,
        onSignOut: nothing,
      }}
      tabs={<ScreenTabs />}
      verdict={
        <VerdictBadge
          verdict={meshVerdict(read.data ?? CONNECTIONS, read.age === 'stale' ? 'stale' : 'fresh')}
        />
      }
      tools={
        <ConnectionIndicator
          label={read.age ? 'disconnected' : 'live'}
          age="1 min"
          mesh="5 of 6 platforms reachable."
        />
      }
      notices={
        read.age ? (
          <DisconnectedBanner
            text="No connection since 05:00 · next try in 12 s"
            onTryNow={nothing}
          />
        ) : (
          title === LONG_TEXT && <DiskNotice {...DISK} />
        )
      }
      onSearch={nothing}
    >
      <p>{LONG_TEXT}</p>
    </Shell>
  );
};

export const stories: StorySet = {
  title: 'Shell',
  alone: true,
  stories: {
    fresh: () => shell({}),
    loading: () => shell({ ...READINGS.loading, data: undefined }),
    stale: () => shell({ age: 'stale' }),
    unknown: () => shell({ age: 'unknown' }),
    'thirty platforms': () => shell({ data: largeMesh(30) }),
    'no platforms': () => shell({ data: [] }),
    failed: () => shell({ ...READINGS.failed, data: undefined }),
    'long text': () => shell({ data: LONG_CONNECTIONS }, LONG_TEXT, LONG_WORD),
  },
};
