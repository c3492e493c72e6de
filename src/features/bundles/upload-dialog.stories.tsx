import { Alert } from '@mantine/core';
import { CONNECTIONS, LONG_CONNECTIONS, LONG_WORD } from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import type { UploadRow } from '../../domain/upload-text.ts';
import { UploadDialog } from './upload-dialog.tsx';
import type { Uploading } from './use-upload.ts';

type Props = Parameters<typeof UploadDialog>[0];

const SENDING: UploadRow = {
  id: 'one',
  name: 'routing-rules.zip',
  size: 40_000_000,
  inMemory: false,
  state: { state: 'sending', sent: 13_000_000, bytesPerSec: 2_000_000, leftSec: 14 },
};

const IDLE: Uploading = {
  pending: false,
  item: undefined,
  problem: undefined,
  forgetProblem: nothing,
  cancel: nothing,
  upload: async () => false,
};

const dialog = (
  more: Partial<Omit<Props, 'uploading'>> = {},
  uploading: Partial<Uploading> = {},
) => (
  <UploadDialog
    opened
    connections={CONNECTIONS}
    age="fresh"
    uploading={{ ...IDLE, ...uploading }}
    onClose={nothing}
    {...more}
  />
);

export const stories: StorySet = {
  title: 'Upload dialog',
  alone: true,
  stories: {
    'nothing chosen': () => dialog(),
    'a file from another app': () => dialog({ given: new File(['PK'], 'routing-rules.zip') }),
    'no platforms known': () => dialog({ connections: [] }),
    'an upload under way': () => dialog({}, { pending: true }),
    'far along': () => dialog({}, { pending: true, item: SENDING }),
    'a file of a long name': () => dialog({ given: new File(['PK'], `${LONG_WORD}.zip`) }),
    'a file that the server has': () =>
      dialog({
        given: new File(['PK'], 'routing-rules.zip'),
        fileNote: () => <Alert color="yellow">The server has this file already.</Alert>,
      }),
    'an upload that failed': () =>
      dialog({}, { problem: '413: This archive is larger than 512 MB.' }),
    'long text': () => dialog({ connections: LONG_CONNECTIONS }),
  },
};
