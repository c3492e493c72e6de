import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { UnsentDialog } from './unsent-dialog.tsx';

const dialog = (unsent: number) => (
  <UnsentDialog opened unsent={unsent} onClose={nothing} onLeave={nothing} />
);

export const stories: StorySet = {
  title: 'Unsent uploads at sign-out',
  alone: true,
  stories: { one: () => dialog(1), hundreds: () => dialog(300) },
};
