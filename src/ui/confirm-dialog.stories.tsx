import { LONG_TEXT, LONG_WORD } from '../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../tests/ui/story.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const dialog = (title: string, text: string) => (
  <ConfirmDialog
    opened
    title={title}
    text={text}
    confirm="Delete"
    onConfirm={nothing}
    onClose={nothing}
  />
);

export const stories: StorySet = {
  title: 'Confirm dialog',
  alone: true,
  stories: {
    question: () => dialog('Delete alpha.zip', 'Delete this bundle from the server?'),
    'long text': () => dialog(LONG_WORD, LONG_TEXT),
  },
};
