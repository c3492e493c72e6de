import { LONG_TEXT, LONG_WORD, NOW } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { DiagnosticsDialogView } from './diagnostics-dialog.tsx';
import type { Finding } from './worker-findings.ts';

const FINDINGS: readonly Finding[] = [
  { layer: 'Secure context', result: 'good', text: 'The page runs in a secure context.' },
  { layer: 'Storage', result: 'warn', text: LONG_TEXT },
  { layer: 'Mesh', result: 'bad', text: 'No platform answers.' },
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
