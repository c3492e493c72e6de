import { LONG_TEXT } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import { DiagnosticsDialog } from './diagnostics-dialog.tsx';

const FINDINGS = [
  { layer: 'Secure context', result: 'good', text: 'The page runs in a secure context.' },
  { layer: 'Storage', result: 'warn', text: LONG_TEXT },
  { layer: 'Mesh', result: 'bad', text: 'No platform answers.' },
] as const;

const dialog = (running: boolean) => (
  <DiagnosticsDialog
    opened
    findings={FINDINGS}
    running={running}
    onRun={nothing}
    onCopy={nothing}
    onClose={nothing}
  />
);

export const stories: StorySet = {
  title: 'Diagnostics',
  alone: true,
  stories: { 'every result': () => dialog(false), 'being run again': () => dialog(true) },
};
