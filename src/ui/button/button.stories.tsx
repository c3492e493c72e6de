import { IconUpload } from '@tabler/icons-react';
import { LONG_TEXT } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const KINDS = ['primary', 'quiet', 'danger'] as const;
const SIZES = ['s', 'm', 'l'] as const;
const icon = <IconUpload aria-hidden="true" />;

export const stories: StorySet = {
  title: 'Button',
  stories: {
    'every kind and size': () =>
      KINDS.flatMap((kind) =>
        SIZES.map((size) => (
          <Button key={kind + size} kind={kind} size={size} icon={icon}>
            {kind} {size}
          </Button>
        )),
      ),
    busy: () => <Button busy>Authenticating...</Button>,
    disabled: () => <Button disabled>Not now</Button>,
    hindered: () => <Button hindrance="Still being validated">Deploy</Button>,
    'an icon alone': () => <IconButton label="Upload">{icon}</IconButton>,
    'long text': () => <Button icon={icon}>{LONG_TEXT}</Button>,
  },
};
