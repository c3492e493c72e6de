import { Age } from '../age/age.tsx';
import { Button } from '../button/button.tsx';
import { ComingSoon } from '../coming-soon/coming-soon.tsx';
import { Empty } from '../empty/empty.tsx';
import { Facts, FactsPlaceholder } from '../facts/facts.tsx';
import { Notice } from '../notice/notice.tsx';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { InlineFailure } from '../reading-note/inline-failure.tsx';
import { ReadFailed } from '../reading-note/read-failed.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import { LONG_TEXT, LONG_WORD, NOW, READINGS } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { Panel } from './panel.tsx';

export const stories: StorySet = {
  title: 'Panel and what stands in one',
  stories: {
    facts: () => (
      <Panel title="Facts" actions={<Button size="s">Do</Button>} footer="What they are.">
        <Facts
          facts={[
            { name: 'Service', value: 'route66-proof' },
            { name: LONG_TEXT, value: LONG_WORD },
          ]}
        />
      </Panel>
    ),
    'facts, loading': () => (
      <Panel title="Facts" aria-busy="true">
        <FactsPlaceholder names={['a', 'b']} />
        <Placeholder />
      </Panel>
    ),
    empty: () => (
      <Panel title={LONG_TEXT}>
        <Empty text="Nothing here" hint={LONG_TEXT} action={<Button>Bring something</Button>} />
      </Panel>
    ),
    failed: () => (
      <Panel title="A read that failed">
        <InlineFailure text="Unable to fetch health status" />
        <ReadFailed text="The bundles could not be read" detail={`500: ${LONG_WORD}`} />
      </Panel>
    ),
    'how old it is': () => (
      <Panel title="Ages">
        <ReadingNote reading={READINGS.stale} now={NOW} />
        <ReadingNote reading={READINGS.unknown} now={NOW} />
        <ReadingNote reading={READINGS.failing} now={NOW} />
        <Age at={undefined} now={NOW} prefix="Updated" />
      </Panel>
    ),
    notices: () =>
      (['good', 'warn', 'bad', 'info', 'neutral', 'primary'] as const).map((tone) => (
        <Notice key={tone} tone={tone} action={<Button size="s">Act</Button>}>
          {tone === 'bad' ? LONG_TEXT : 'This screen is signed out.'}
        </Notice>
      )),
    'coming soon': () => <ComingSoon title="Configuration" text="Coming soon" hint={LONG_TEXT} />,
  },
};
