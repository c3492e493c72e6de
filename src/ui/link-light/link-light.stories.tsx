import { NOW } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { LinkLight } from './link-light.tsx';

const light = (state: Parameters<typeof LinkLight>[0]['state']) => (
  <LinkLight state={state} at={NOW - 4000} now={NOW} mesh="5 of 6 platforms answer." />
);

export const stories: StorySet = {
  title: 'Link light',
  stories: {
    live: () => light('live'),
    connecting: () => light('connecting'),
    silent: () => light('silent'),
    refused: () => light('refused'),
    offline: () => light('offline'),
  },
};
