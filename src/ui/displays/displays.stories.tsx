import type { Display } from '../../../contract/shapes/display.ts';
import { LONG_TEXT, LONG_WORD, NOW } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import { DisplaysDialog } from './displays-dialog.tsx';

type Props = Parameters<typeof DisplaysDialog>[0];

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

const dialog = (more: Partial<Props>) => (
  <DisplaysDialog
    opened
    known
    displays={[HALL, GATE, NEW]}
    failure={undefined}
    busyWith={undefined}
    code=""
    approving={false}
    refusal={undefined}
    place="console.mesh.example/dashboard?wall=1"
    ownBuild={HALL.build ?? ''}
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
    none: () => dialog({ displays: [] }),
    loading: () => dialog({ displays: undefined }),
    failed: () =>
      dialog({ displays: undefined, failure: { message: '500: Internal Server Error' } }),
    'on a server without displays': () => dialog({ known: false }),
    'a code that is refused': () =>
      dialog({ code: 'ABCD EFGH', refusal: 'No screen shows that code.' }),
    'being revoked': () => dialog({ busyWith: 'hall' }),
    'long text': () => dialog({ displays: [LONG], place: LONG_WORD, refusal: LONG_TEXT }),
  },
};
