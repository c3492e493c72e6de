import { useForm } from '@mantine/form';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useAction } from '../../console/actions.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { RevealDialog } from '../../ui/reveal-dialog.tsx';
import { ReportAddress } from './kinds/report-address.tsx';
import { MainFields, MoreFields } from './platform-fields.tsx';
import {
  type PlatformValues,
  platformErrors,
  platformPayload,
  platformValues,
} from './platform-values.ts';
import styles from './platforms.module.css';
import { TestPart, usePlatformTest } from './test-part.tsx';
import { ThresholdFields } from './threshold-fields.tsx';

interface PlatformDialogProps extends DialogProps {
  /** That is changed; undefined: a new one. */
  row: PlatformRow | undefined;
  onAdded?: (() => void) | undefined;
}

/** Adds or changes a platform. One that reports itself gets an address, which is shown this once. */
export function PlatformDialog({ row, onAdded, ...dialog }: PlatformDialogProps) {
  return (
    <RevealDialog
      {...dialog}
      size="lg"
      title={row ? `Edit ${row.name}` : 'Add a platform'}
      revealedTitle="The address that it calls"
      advice="Copy it now: it is not shown again."
      form={(onReveal) => <PlatformForm {...{ row, onAdded, onReveal }} onClose={dialog.onClose} />}
    >
      {(path) => <ReportAddress url={location.origin + path} />}
    </RevealDialog>
  );
}

/** What another node says to be added by: see `TestPart`. */
const LINE_OF_NODE = /^(https?:\S+)\s+([a-z0-9-]{1,64})\s+([\w-]{43})$/;

interface PlatformFormProps extends Omit<PlatformDialogProps, 'opened'> {
  onReveal: (path: string) => void;
}

function PlatformForm({ row, onAdded, onReveal, onClose }: PlatformFormProps) {
  const addition = useAction('addPlatform', { success: ({ message }) => message });
  const change = useAction('changePlatform', { success: ({ message }) => message });
  const form = useForm<PlatformValues>({
    initialValues: platformValues(row),
    validate: platformErrors,
    enhanceGetInputProps: () => ({ autoComplete: 'off' }),
    onValuesChange({ address, keys }, before) {
      if (row || address === before.address) return;
      const [, url, id = '', key = ''] = LINE_OF_NODE.exec(address.trim()) ?? [];
      if (url) form.setValues({ kind: 'mesh', address: url, id, keys: [key] });
      // It was the key of what answers at the former address.
      else if (keys.length > 0 && String(keys) === String(before.keys))
        form.setFieldValue('keys', []);
    },
  });
  const test = usePlatformTest({ form, id: row?.id });
  async function save(values: PlatformValues): Promise<void> {
    const payload = platformPayload(values);
    const { report } = row
      ? await change.mutateAsync({ ...payload, params: { id: row.id } })
      : await addition.mutateAsync(payload);
    if (report) onReveal(report);
    else onClose();
    if (row === undefined) onAdded?.();
  }
  const isFailing = test.answer?.ok === false;
  return (
    <DialogForm
      form={form}
      failed="It was not saved"
      submit={row ? 'Save' : isFailing ? 'Add anyway' : 'Add platform'}
      onSave={save}
      onClose={onClose}
      staysOpen
    >
      <MainFields form={form} row={row} />
      <details className={styles.more}>
        <summary>More settings</summary>
        <MoreFields form={form} row={row} />
      </details>
      <ThresholdFields form={form} row={row} />
      {form.values.kind === 'report' ? null : <TestPart form={form} test={test} />}
    </DialogForm>
  );
}
