import type { StorySet } from '../testing/story.ts';
import { GateFoot } from './gate-foot.tsx';

const foot = (unreachable: boolean) => (
  <GateFoot version="0.1.0" build="0123456789ab" unreachable={unreachable} />
);

export const stories: StorySet = {
  title: 'Below the sign-in',
  stories: { reachable: () => foot(false), 'without the server': () => foot(true) },
};
