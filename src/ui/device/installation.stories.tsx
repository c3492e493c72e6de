import { nothing, type StorySet } from '../testing/story.ts';
import { InstallationSection } from './installation-section.tsx';

const section = (state: 'installed' | 'offered' | 'by-hand' | 'insecure' | 'none') => (
  <InstallationSection product="Sample" state={state} onInstall={nothing} />
);

export const stories: StorySet = {
  title: 'This device: installation',
  stories: {
    installed: () => section('installed'),
    offered: () => section('offered'),
    'by hand': () => section('by-hand'),
    insecure: () => section('insecure'),
    'not offered': () => section('none'),
  },
};
