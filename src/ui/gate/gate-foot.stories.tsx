import type { StorySet } from '../testing/story.ts';
import { GateFoot, type GateFootProps } from './gate-foot.tsx';

const foot = (to: GateFootProps['to'], unreachable: boolean) => (
  <GateFoot to={to} version="0.1.0" build="0123456789ab" unreachable={unreachable} />
);

export const stories: StorySet = {
  title: 'Below the sign-in',
  stories: {
    reachable: () => foot('sign in', false),
    'sign in without the server': () => foot('sign in', true),
    'sign up without the server': () => foot('sign up', true),
  },
};
