import type { StorySet } from '../ui/testing/story.ts';

const files = import.meta.glob<StorySet>(
  ['../ui/**/*.stories.tsx', '../features/**/*.stories.tsx'],
  {
    eager: true,
    import: 'stories',
  },
);

/** Every component that has stories, by title. */
export const storySets: readonly StorySet[] = Object.values(files).sort((a, b) =>
  a.title.localeCompare(b.title),
);
