import { Bell } from '../bell/bell.tsx';
import { LONG_TEXT, LONG_WORD } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { ToastArea } from './toast-area.tsx';
import { createToasts, type ToastMessage } from './toasts.ts';

/** Toasts of their own that never leave, so that they can be looked at. */
function store(...messages: ToastMessage[]) {
  const made = createToasts({ now: () => 0, after: () => () => undefined });
  for (const message of messages) made.show(message);
  return made;
}

function toast(message: ToastMessage) {
  const made = store(message);
  return () => <ToastArea store={made} />;
}

const NONE = store();
const MANY = store(
  ...Array.from(
    { length: 40 },
    (_, index): ToastMessage => ({
      title: `Notification ${index}`,
      text: index === 7 ? LONG_TEXT : 'Something happened',
      tone: 'neutral',
    }),
  ),
);

export const stories: StorySet = {
  title: 'Toast and bell',
  alone: true,
  stories: {
    neutral: toast({ title: 'Noted', tone: 'neutral' }),
    good: toast({ title: 'Success', text: 'ZIP bundle uploaded successfully', tone: 'good' }),
    bad: toast({ title: 'Login Failed', text: 'Invalid credentials', tone: 'bad' }),
    'long text': toast({ title: LONG_WORD, text: LONG_TEXT, tone: 'bad' }),
    'bell, empty': () => <Bell store={NONE} />,
    'bell, many': () => <Bell store={MANY} />,
  },
};
