import type { StorySet } from '../testing/story.ts';
import { SecureContextSection } from './secure-context-section.tsx';
import { TlsGuide } from './tls-guide.tsx';

export const stories: StorySet = {
  title: 'This device: secure context',
  stories: {
    secure: () => <SecureContextSection lost={[]} guide={null} />,
    'insecure, before the guide is there': () => (
      <SecureContextSection lost={['one-link']} guide={null} />
    ),
    'insecure, with the guide': () => (
      <SecureContextSection
        lost={['install', 'offline', 'notifications', 'awake', 'one-link', 'kept-data']}
        guide={<TlsGuide />}
      />
    ),
  },
};
