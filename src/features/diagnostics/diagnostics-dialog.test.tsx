import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { NOW } from '../../../tests/ui/samples.ts';
import type { Finding } from './diagnose.ts';
import { findingsText } from './diagnose.ts';
import { DiagnosticsDialogView } from './diagnostics-dialog.tsx';

const FINDINGS: Finding[] = [
  { layer: 'Version', result: 'good', text: 'Up to date (one).' },
  { layer: 'Read: Stats', result: 'warn', text: 'Last known, read 2 min ago.' },
  { layer: 'The server to the platforms', result: 'bad', text: 'Archive does not.' },
];

test('each finding has a label, and the checks can be copied and run again', async () => {
  const run = vi.fn();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  mount(
    <DiagnosticsDialogView
      opened
      findings={FINDINGS}
      running={false}
      now={NOW}
      run={run}
      onClose={vi.fn()}
    />,
  );
  for (const word of ['OK', 'Attention', 'Problem']) {
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  }
  await userEvent.click(page.getByRole('button', { name: 'Run again' }));
  await userEvent.click(page.getByRole('button', { name: 'Copy as text' }));
  expect(run).toHaveBeenCalledOnce();
  expect(copied).toHaveBeenCalledExactlyOnceWith(findingsText(FINDINGS, NOW));
  expect(await faults()).toEqual([]);
});
