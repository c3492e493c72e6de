import { nothing, type StorySet } from '../testing/story.ts';
import { InsecureNotice } from './insecure-notice.tsx';
import { InstallNotice } from './install-notice.tsx';
import { UnsentNotice } from './unsent-notice.tsx';

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
    'unsent, not promised': () => <UnsentNotice count={1} refused={false} onKeep={nothing} />,
    'unsent, refused': () => <UnsentNotice count={3} refused onKeep={nothing} />,
  },
};
