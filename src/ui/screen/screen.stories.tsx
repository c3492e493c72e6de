import { Button } from '../button/button.tsx';
import { Panel } from '../panel/panel.tsx';
import { LONG_TEXT, LONG_WORD } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { Columns, Row, Screen, Tiles } from './screen.tsx';

const part = (name: string) => (
  <Panel key={name} title={name}>
    <p>{name}</p>
  </Panel>
);

export const stories: StorySet = {
  title: 'Parts of a screen',
  stories: {
    'one below the other': () => <Screen>{['First', 'Second'].map(part)}</Screen>,
    'two columns': () => <Columns>{['The wider', 'The narrower'].map(part)}</Columns>,
    'equal tiles': () => <Tiles>{['First', 'Second', 'Third', 'Fourth'].map(part)}</Tiles>,
    'a line of buttons': () => (
      <Row>
        <Button kind="primary">Do this</Button>
        <Button>Do that</Button>
      </Row>
    ),
    'long text': () => (
      <Screen>
        <Columns>{[LONG_WORD, LONG_TEXT].map(part)}</Columns>
        <Tiles>{[LONG_TEXT, LONG_WORD].map(part)}</Tiles>
      </Screen>
    ),
  },
};
