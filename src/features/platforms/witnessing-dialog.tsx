import { Checkbox, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PLATFORMS_MAX } from '../../../contract/platform-limits.ts';
import { WITNESSED_KINDS } from '../../../contract/shapes/platform.ts';
import type { WitnessingRow } from '../../../contract/shapes/witness.ts';
import { useAction } from '../../console/actions.ts';
import { useReadData } from '../../console/reads.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { controlsOf } from './kinds/controls.tsx';
import { kindName } from './kinds/kinds.ts';

interface WitnessingDialogProps extends DialogProps {
  /** What is agreed on with a peer. */
  row: WitnessingRow | undefined;
}

/** What this node and a peer do for each other. */
export const WitnessingDialog = formDialog(
  ({ row, onClose }) => (row ? <WitnessingForm row={row} onClose={onClose} /> : null),
  ({ row }: WitnessingDialogProps) => ({ title: `${row?.name} as a witness` }),
);

const NEW = { max: 20, kinds: [...WITNESSED_KINDS] as string[], inner: false };

type WitnessingFormProps = Pick<DialogProps, 'onClose'> & { row: WitnessingRow };

function WitnessingForm({ row: { id, name, asks, looks }, onClose }: WitnessingFormProps) {
  const change = useAction('changeWitnessing', { success: 'Saved' });
  const does = useReadData('witnesses')?.agreements?.find((one) => one.id === id)?.text;
  const form = useForm({ initialValues: { asks, isLooking: looks !== null, ...NEW, ...looks } });
  const { number, check } = controlsOf(form);
  return (
    <DialogForm
      form={form}
      failed="It was not changed"
      submit="Save"
      call="changeWitnessing"
      onSave={({ asks, isLooking, max, inner, ...agreed }) => {
        const kinds = WITNESSED_KINDS.filter((kind) => agreed.kinds.includes(kind));
        const looks = isLooking ? { max, kinds, inner } : null;
        return change.mutateAsync({ peer: id, asks, looks });
      }}
      onClose={onClose}
    >
      {check(
        'asks',
        `Ask ${name} to look at platforms of this node`,
        'It receives their addresses and what is expected there, never what is secret. Its admin has to agree as well.',
      )}
      {does ? <Text size="sm">{does}.</Text> : null}
      {check(
        'isLooking',
        `Look at platforms of ${name} for it`,
        'This node calls them as its own.',
      )}
      {form.values.isLooking ? (
        <>
          {number('max', 'At most', 1, PLATFORMS_MAX)}
          <Checkbox.Group label="Of these kinds" {...form.getInputProps('kinds')}>
            <Group gap="md" pt="xs">
              {WITNESSED_KINDS.map((kind) => (
                <Checkbox key={kind} value={kind} label={kindName(kind)} />
              ))}
            </Group>
          </Checkbox.Group>
          {check('inner', 'Private addresses as well', 'Those of this machine and its network')}
        </>
      ) : null}
    </DialogForm>
  );
}
