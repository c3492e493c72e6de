import { LONG_TEXT } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

const LEVELS = ['First', 'Second', 'Third'].map((text) => ({ value: text, text }));
const MANY = Array.from({ length: 200 }, (_, index) => ({
  value: `${index}`,
  text: `Option ${index}`,
}));

export const stories: StorySet = {
  title: 'Fields',
  stories: {
    text: () => <TextField label="Peer" hint="A platform of the mesh." />,
    'with an error': () => <TextField label="Peer" error="Not of this mesh" defaultValue="x" />,
    disabled: () => <TextField label="Peer" disabled defaultValue="forge.mesh.example" />,
    password: () => <PasswordField label="Password" hint="At least 8 characters" />,
    select: () => <SelectField label="Level" options={LEVELS} />,
    'select, disabled': () => <SelectField label="Level" options={LEVELS} disabled />,
    'select, long text': () => (
      <SelectField label="Level" options={[{ value: 'a', text: LONG_TEXT }]} error={LONG_TEXT} />
    ),
    'select of hundreds': () => <SelectField label="Level" options={MANY} defaultValue="120" />,
  },
};
