import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { onNotice } from '../../../tests/ui/notices.ts';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import type { Notice } from '../../console/notices.ts';
import { UploadDialog } from './upload-dialog.tsx';
import type { UploadChoice, Uploading } from './use-upload.ts';

const ZIP = new File([new Uint8Array(1_572_864)], 'alpha.zip', { type: 'application/zip' });
const PDF = new File(['%PDF'], 'paper.pdf', { type: 'application/pdf' });

const priority = () => page.getByRole('combobox', { name: 'Deployment Priority' });
const uploadButton = () => page.getByRole('button', { name: 'Upload & Validate' });

const uploading = (more: Partial<Uploading>): Uploading => ({
  pending: false,
  item: undefined,
  problem: undefined,
  forgetProblem: vi.fn(),
  cancel: vi.fn(),
  upload: vi.fn(),
  ...more,
});

function Harness({ given, problem, maxBytes, onUpload }: HarnessProps) {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <UploadDialog
        opened={opened}
        given={given}
        connections={CONNECTIONS}
        age="fresh"
        maxBytes={maxBytes}
        uploading={uploading({ problem, upload: onUpload })}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

interface HarnessProps {
  given?: File;
  problem?: string;
  maxBytes?: number;
  onUpload: (choice: UploadChoice) => Promise<boolean>;
}

/** Drops files on the area as a person would. */
function drop(...files: File[]): void {
  const carried = new DataTransfer();
  for (const file of files) carried.items.add(file);
  const area = page.getByText('Drop a ZIP file here').element();
  for (const type of ['dragenter', 'dragover', 'drop']) {
    area.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: carried }),
    );
  }
}

async function browse(file: File): Promise<void> {
  await userEvent.upload(page.getByLabelText('ZIP file'), file);
}

test('all six platforms are chosen at first, and nothing can be sent without a file', async () => {
  await page.viewport(900, 900);
  mount(<Harness onUpload={vi.fn()} />);
  await expect
    .element(page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' }))
    .toBeVisible();
  expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(6);
  await expect.element(priority()).toHaveValue('standard');
  await expect.element(uploadButton()).toBeDisabled();
  expect(await faults()).toEqual([]);
});

test('a dropped ZIP is named with its size, and can be removed', async () => {
  mount(<Harness onUpload={vi.fn()} />);
  await expect.element(page.getByRole('button', { name: 'Browse files' })).toHaveFocus();
  drop(ZIP);
  await expect.element(page.getByText('alpha.zip')).toBeVisible();
  await expect.element(page.getByText('1.50 MB')).toBeVisible();
  await expect.element(uploadButton()).toBeEnabled();
  expect(await faults()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Remove File' })).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Remove File' }));
  await expect.element(page.getByText('Drop a ZIP file here')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Browse files' })).toHaveFocus();
  await expect.element(uploadButton()).toBeDisabled();
});

test('a browsed ZIP is taken too', async () => {
  mount(<Harness onUpload={vi.fn()} />);
  await browse(ZIP);
  await expect.element(page.getByText('1.50 MB')).toBeVisible();
});

test('a file that came from outside is chosen, once', async () => {
  const onUpload = vi.fn(async () => true);
  mount(<Harness given={ZIP} onUpload={onUpload} />);
  await expect.element(page.getByText('alpha.zip')).toBeVisible();
  await userEvent.click(uploadButton());
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(onUpload).toHaveBeenCalledWith(expect.objectContaining({ file: ZIP }));
  await expectReset();
});

test('whatever is no ZIP is refused, dropped or browsed', async () => {
  const notices: Notice[] = [];
  onTestFinished(onNotice((notice) => notices.push(notice)));
  mount(<Harness onUpload={vi.fn()} />);
  await expect.element(page.getByText('Drop a ZIP file here')).toBeVisible();
  drop(PDF);
  await expect.poll(() => notices.length).toBe(1);
  drop(ZIP, ZIP);
  await expect
    .poll(() => notices.map(({ title }) => title))
    .toEqual(['Invalid file', 'Invalid file']);
  await expect.element(uploadButton()).toBeDisabled();
});

test('what was chosen is sent, and success closes and resets', async () => {
  const onUpload = vi.fn(async () => true);
  mount(<Harness onUpload={onUpload} />);
  await browse(ZIP);
  await userEvent.click(page.getByRole('checkbox', { name: /Signal/ }));
  await userEvent.selectOptions(priority(), 'Emergency');
  await userEvent.click(uploadButton());
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(onUpload).toHaveBeenCalledWith({
    file: expect.objectContaining({ name: 'alpha.zip' }),
    targetPlatforms: ['Forge', 'Harbor', 'Ledger', 'Archive', 'Sentinel'],
    priority: 'emergency',
  });
  await expectReset();
});

test('a failure leaves the form as it was', async () => {
  mount(<Harness onUpload={async () => false} />);
  await browse(ZIP);
  await userEvent.click(page.getByRole('checkbox', { name: /Signal/ }));
  await userEvent.click(uploadButton());
  await expect.element(page.getByText('alpha.zip')).toBeVisible();
  expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(5);
});

test('platforms show how they are, a down one is chosen all the same, and all or none take one press', async () => {
  mount(<Harness onUpload={vi.fn()} />);
  await expect.element(page.getByText('Down', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Archive' })).toBeChecked();
  await userEvent.click(page.getByRole('button', { name: 'Select none' }));
  expect(page.getByRole('checkbox', { checked: true }).elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Select all' }));
  expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(6);
});

test('Cancel stops the upload that is under way, closing the window does not; both are said', async () => {
  const onCancelUpload = vi.fn();
  const onClose = vi.fn();
  mount(
    <UploadDialog
      opened
      given={ZIP}
      connections={CONNECTIONS}
      age="fresh"
      uploading={uploading({ pending: true, cancel: onCancelUpload })}
      onClose={onClose}
    />,
  );
  await expect.element(page.getByText(/^Cancel stops this upload/)).toBeVisible();
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onCancelUpload).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(onCancelUpload).toHaveBeenCalledOnce();
});

test('cancelling resets, and the focus goes back to where it was', async () => {
  mount(<Harness onUpload={vi.fn()} />);
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await browse(ZIP);
  await userEvent.click(page.getByRole('checkbox', { name: /Forge/ }));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  await expectReset();
});

async function expectReset(): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(page.getByText('Drop a ZIP file here')).toBeVisible();
  expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(6);
  await expect.element(priority()).toHaveValue('standard');
}

test('on a phone the reason of a failure is on the screen, and not only at the end of the form', async () => {
  await page.viewport(390, 700);
  const { draw } = mount(<Harness given={ZIP} onUpload={vi.fn()} />);
  await expect.element(page.getByText('alpha.zip')).toBeVisible();
  draw(<Harness given={ZIP} problem="The server cannot be reached" onUpload={vi.fn()} />);
  const reason = page.getByRole('alert').element().getBoundingClientRect();
  expect(reason.top).toBeGreaterThan(0);
  expect(reason.bottom).toBeLessThanOrEqual(700);
});

test('a file that this server does not take is refused when it is chosen, in MB', async () => {
  const onUpload = vi.fn();
  mount(<Harness given={ZIP} maxBytes={1024 * 1024} onUpload={onUpload} />);
  await expect
    .element(page.getByText('This server takes bundles of at most 1.00 MB.'))
    .toBeVisible();
  await expect.element(uploadButton()).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'Remove File' }));
  await expect.element(page.getByText(/takes bundles of at most/)).not.toBeInTheDocument();
  expect(onUpload).not.toHaveBeenCalled();
  expect(await faults()).toEqual([]);
});
