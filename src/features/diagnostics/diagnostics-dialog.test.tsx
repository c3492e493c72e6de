import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../ui/testing/mount.tsx';
import type { Finding } from './diagnose.ts';
import { DiagnosticsDialogView } from './diagnostics-dialog.tsx';

const FINDINGS: Finding[] = [
  { layer: 'Secure context', result: 'good', text: 'The page runs in a secure context.' },
  { layer: 'Service worker', result: 'warn', text: 'None is in control.' },
  { layer: 'The server to the platforms', result: 'bad', text: 'Archive does not.' },
];

test('each finding has a label, and the checks can be copied and run again', async () => {
  const onRun = vi.fn();
  const onCopy = vi.fn();
  mount(
    <DiagnosticsDialogView
      opened
      findings={FINDINGS}
      running={false}
      onRun={onRun}
      onCopy={onCopy}
      onClose={vi.fn()}
    />,
  );
  for (const word of ['OK', 'Attention', 'Problem']) {
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  }
  await userEvent.click(page.getByRole('button', { name: 'Run again' }));
  await userEvent.click(page.getByRole('button', { name: 'Copy as text' }));
  expect([onRun.mock.calls.length, onCopy.mock.calls.length]).toEqual([1, 1]);
  expect(await faults()).toEqual([]);
});
