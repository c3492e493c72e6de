import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { UpdateNotice } from './update-notice.tsx';

const RELEASES = [{ version: '0.2.0', notes: ['Walls are paired by a code.', 'Uploads resume.'] }];

const notice = (state: 'ready' | 'held', disabledReason?: 'uploading' | 'writing' | 'loop') => (
  <UpdateNotice
    state={state}
    disabledReason={disabledReason}
    busy={false}
    releases={RELEASES}
    onUpdate={nothing}
    onLater={nothing}
  />
);

export const stories: StorySet = {
  title: 'Update notice',
  stories: {
    ready: () => notice('ready'),
    'ready, an upload under way': () => notice('ready', 'uploading'),
    'held by what is written': () => notice('held', 'writing'),
    'held, did not start': () => notice('held', 'loop'),
  },
};
