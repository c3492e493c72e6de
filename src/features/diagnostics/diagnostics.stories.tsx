import { LONG_TEXT, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import type { Finding } from './diagnose.ts';
import { DiagnosticsDialogView } from './diagnostics-dialog.tsx';

const FINDINGS: readonly Finding[] = [
  { layer: 'Version', result: 'good', text: 'Up to date (one).' },
  { layer: 'Read: Stats', result: 'warn', text: LONG_TEXT },
  { layer: 'The server to the platforms', result: 'bad', text: 'No platform answers.' },
];
const GOOD = FINDINGS.filter(({ result }) => result === 'good');
const LONG: readonly Finding[] = [{ layer: LONG_WORD, result: 'bad', text: LONG_WORD }];

const dialog = (findings: readonly Finding[], running: boolean = false) => (
  <DiagnosticsDialogView
    opened
    findings={findings}
    running={running}
    now={NOW}
    run={nothing}
    onClose={nothing}
  />
);

export const stories: StorySet = {
  title: 'Diagnostics',
  alone: true,
  stories: {
    'every result': () => dialog(FINDINGS),
    'all well': () => dialog(GOOD),
    'being run again': () => dialog(FINDINGS, true),
    'long text': () => dialog(LONG),
  },
};
