import { LONG_TEXT, LONG_WORD } from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import type { UploadRow } from '../../domain/upload-text.ts';
import { OutboxButton } from './outbox-button.tsx';
import { OutboxRow } from './outbox-row.tsx';

const MIB = 1024 * 1024;

type State = UploadRow['state'];

const upload = (state: State, more: Partial<UploadRow> = {}): UploadRow => ({
  id: state.state,
  name: 'routing-rules.zip',
  size: 40 * MIB,
  inMemory: false,
  state,
  ...more,
});
const sending = (sent: number, bytesPerSec?: number, leftSec?: number) =>
  upload({ state: 'sending', sent, bytesPerSec, leftSec });
const stopped = (state: 'waiting' | 'failed', status: number, text = ''): State => ({
  state,
  tries: 1,
  failure: { ok: false, status, text, why: status === 0 ? 'unreachable' : 'refused' },
});
const QUEUED = upload({ state: 'queued' });
const SENDING = sending(13 * MIB, 2 * MIB, 14);

const NO_ZIP = '{"message":"The file is not a ZIP file."}';

const row = (shown: UploadRow) => (
  <ul>
    <OutboxRow row={shown} onRetry={nothing} onRemove={nothing} />
  </ul>
);
const button = (rows: readonly UploadRow[]) => (
  <OutboxButton rows={rows} onRetry={nothing} onRemove={nothing} />
);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...QUEUED, id: `${index}` }));

export const stories: StorySet = {
  title: 'Outbox',
  stories: {
    queued: () => row(QUEUED),
    'being checked': () => row(sending(0)),
    'being sent': () => row(SENDING),
    'just begun': () => row(sending(MIB)),
    finishing: () => row(sending(40 * MIB, 2 * MIB, 1)),
    'waiting for the server': () => row(upload(stopped('waiting', 0))),
    'waiting for a sign-in': () => row(upload(stopped('waiting', 401))),
    failed: () => row(upload(stopped('failed', 500, 'Internal Server Error'))),
    'refused for good': () => row(upload(stopped('failed', 422, NO_ZIP))),
    'kept in memory alone': () => row({ ...QUEUED, inMemory: true }),
    sent: () => row(upload({ state: 'done', bundle: undefined })),
    'long text': () => row(upload(stopped('failed', 500, LONG_TEXT), { name: LONG_WORD })),
    'the button, all sent': () => button([upload({ state: 'done', bundle: undefined })]),
    'the button, some unsent': () => button([QUEUED, SENDING]),
    'the button, one failed': () => button([upload(stopped('failed', 422, NO_ZIP))]),
    'the button, hundreds unsent': () => button(many(300)),
  },
};
