import { LONG_WORD } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { Badge } from './badge.tsx';

const TONES = ['good', 'warn', 'bad', 'info', 'primary', 'neutral'] as const;

export const stories: StorySet = {
  title: 'Badge',
  stories: {
    'every tone': () =>
      TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      )),
    'long text': () => <Badge>{LONG_WORD}</Badge>,
  },
};
