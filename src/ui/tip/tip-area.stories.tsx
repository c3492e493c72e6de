import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { Row } from '../screen/screen.tsx';
import { LONG_TEXT, LONG_WORD } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';

/** The tooltip itself is drawn once for all stories, by the gallery's frame. */
export const stories: StorySet = {
  title: 'Tooltip',
  stories: {
    'of an icon': () => <IconButton label="Upload">↑</IconButton>,
    'of what is hindered': () => <Button hindrance="Still being validated">Deploy</Button>,
    'one after the other': () => (
      <Row>
        {['First', 'Second', 'Third'].map((word) => (
          <Button key={word} data-tip={`${word} of three`}>
            {word}
          </Button>
        ))}
      </Row>
    ),
    'long text': () => (
      <Row>
        <Button data-tip={LONG_TEXT}>A text</Button>
        <Button data-tip={LONG_WORD}>A word</Button>
      </Row>
    ),
  },
};
