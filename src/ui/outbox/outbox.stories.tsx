import { LONG_TEXT, LONG_WORD } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import { OutboxFlyout } from './outbox-flyout.tsx';
import { OutboxRow } from './outbox-row.tsx';
import type { UploadRow, UploadState } from './outbox-words.ts';

const MIB = 1024 * 1024;

const upload = (state: UploadState, more: Partial<UploadRow> = {}): UploadRow => ({
  id: state.state,
  name: 'routing-rules.zip',
  size: 40 * MIB,
  inMemory: false,
  state,
  ...more,
});
const QUEUED = upload({ state: 'queued' });
const SENDING = upload({ state: 'sending', sent: 13 * MIB, bytesPerSec: 2 * MIB, leftSec: 14 });

const NO_ZIP = '{"message":"This is no ZIP archive."}';

const row = (shown: UploadRow) => (
  <ul>
    <OutboxRow row={shown} onRetry={nothing} onRemove={nothing} />
  </ul>
);
const flyout = (rows: readonly UploadRow[]) => (
  <OutboxFlyout rows={rows} onRetry={nothing} onRemove={nothing} />
);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...QUEUED, id: `${index}` }));

export const stories: StorySet = {
  title: 'Outbox',
  stories: {
    queued: () => row(QUEUED),
    'being sent': () => row(SENDING),
    'just begun': () =>
      row(upload({ state: 'sending', sent: 0, bytesPerSec: undefined, leftSec: undefined })),
    'waiting for the server': () => row(upload({ state: 'waiting', failure: { status: 0 } })),
    'waiting for a sign-in': () => row(upload({ state: 'waiting', failure: { status: 401 } })),
    failed: () =>
      row(upload({ state: 'failed', failure: { status: 500, text: 'Internal Server Error' } })),
    'refused for good': () =>
      row(upload({ state: 'failed', failure: { status: 422, text: NO_ZIP } })),
    'kept in memory alone': () => row({ ...QUEUED, inMemory: true }),
    sent: () => row(upload({ state: 'done' })),
    'long text': () =>
      row(
        upload({ state: 'failed', failure: { status: 500, text: LONG_TEXT } }, { name: LONG_WORD }),
      ),
    'the button, all sent': () => flyout([upload({ state: 'done' })]),
    'the button, some unsent': () => flyout([QUEUED, SENDING]),
    'the button, hundreds unsent': () => flyout(many(300)),
  },
};
