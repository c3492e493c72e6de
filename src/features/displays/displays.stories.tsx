import type { Display } from '../../../contract/shapes/display.ts';
import { LONG_TEXT, LONG_WORD, NOW } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { DisplaysDialogView } from './displays-dialog.tsx';

type Props = Parameters<typeof DisplaysDialogView>[0];

const HALL: Display = {
  id: 'hall',
  name: 'Operations hall',
  connected: true,
  seenAt: NOW - 3_600_000,
  build: '4f1c2a9d',
  approvedBy: 'ada',
  createdAt: NOW - 90_000_000,
};
const GATE: Display = { ...HALL, id: 'gate', name: 'Gate', connected: false, build: '11aa22bb' };
const NEW: Display = {
  ...HALL,
  id: 'new',
  name: 'New',
  connected: false,
  seenAt: null,
  build: null,
};
const LONG: Display = { ...GATE, id: 'long', name: LONG_WORD, approvedBy: LONG_WORD };

const failure = (status: number) => ({ status, userMessage: `${status}: Internal Server Error` });

const dialog = (more: Partial<Props>) => (
  <DisplaysDialogView
    opened
    data={[HALL, GATE, NEW]}
    failure={undefined}
    loading={false}
    busyWith={undefined}
    code=""
    approving={false}
    error={undefined}
    now={NOW}
    onApprove={async () => true}
    onFlash={nothing}
    onReload={nothing}
    onRevoke={nothing}
    onClose={nothing}
    {...more}
  />
);

export const stories: StorySet = {
  title: 'Displays',
  alone: true,
  stories: {
    'here, away and new': () => dialog({}),
    none: () => dialog({ data: [] }),
    loading: () => dialog({ data: undefined, loading: true }),
    failed: () => dialog({ data: undefined, failure: failure(500) }),
    'on a server without displays': () => dialog({ data: undefined, failure: failure(404) }),
    'a code that is refused': () =>
      dialog({ code: 'ABCD EFGH', error: 'No screen shows that code.' }),
    'being revoked': () => dialog({ busyWith: 'hall' }),
    'long text': () => dialog({ data: [LONG], error: LONG_TEXT }),
  },
};
