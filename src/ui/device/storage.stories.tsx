import type { ComponentProps } from 'react';
import { nothing, type StorySet } from '../testing/story.ts';
import { StorageSection } from './storage-section.tsx';

const FACTS = { usage: 3 * 1024 ** 2, quota: 2 * 1024 ** 3, persisted: false };

const section = (props: Partial<ComponentProps<typeof StorageSection>>) => (
  <StorageSection
    facts={FACTS}
    where="disk"
    unsent={0}
    refused={false}
    onKeep={nothing}
    {...props}
  />
);

export const stories: StorySet = {
  title: 'This device: storage',
  stories: {
    'may be cleared': () => section({}),
    'uploads wait, and nothing is promised': () => section({ unsent: 2, refused: true }),
    'kept for good': () => section({ facts: { ...FACTS, persisted: true }, unsent: 2 }),
    'not told': () => section({ facts: undefined }),
    'the disk fails': () => section({ where: 'memory' }),
  },
};
