import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { InsecureNotice, InstallNotice, UnsentNotice } from './install-notices.tsx';

const offer = (way: 'offered' | 'by-hand') => (
  <InstallNotice
    product="Sample"
    way={way}
    onInstall={nothing}
    onHow={nothing}
    onDismiss={nothing}
  />
);

export const stories: StorySet = {
  title: 'Install notices',
  stories: {
    'offered by the browser': () => offer('offered'),
    'by the share menu': () => offer('by-hand'),
    'opened without HTTPS': () => <InsecureNotice onHow={nothing} onDismiss={nothing} />,
    'unsent, not protected': () => <UnsentNotice count={1} refused={false} onProtect={nothing} />,
    'unsent, refused': () => <UnsentNotice count={3} refused onProtect={nothing} />,
  },
};
