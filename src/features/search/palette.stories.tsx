import { IconMapPin } from '@tabler/icons-react';
import { activities, LONG_TEXT } from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { Palette } from './palette.tsx';
import { PaletteAhead } from './palette-ahead.tsx';

const entries = activities(2000).map(({ id, message }) => ({
  id: String(id),
  label: message,
  Icon: IconMapPin,
  onChoose: nothing,
}));
const SCREENS = [
  {
    id: 'a',
    label: 'Dashboard',
    Icon: IconMapPin,
    onChoose: nothing,
  },
  {
    id: 'b',
    Icon: IconMapPin,
    label: LONG_TEXT,
    detail: LONG_TEXT,
    onChoose: nothing,
  },
];

export const stories: StorySet = {
  title: 'Palette',
  alone: true,
  stories: {
    'nothing typed': () => (
      <Palette
        groups={[
          { name: 'Screens', always: true, entries: SCREENS },
          { name: 'Activity', always: false, entries },
        ]}
        onClose={nothing}
      />
    ),
    'thousands of entries': () => (
      <Palette groups={[{ name: 'Activity', always: true, entries }]} onClose={nothing} />
    ),
    'on its way': () => <PaletteAhead onQuery={nothing} onClose={nothing} />,
    'nothing to find': () => <Palette groups={[]} onClose={nothing} />,
  },
};
