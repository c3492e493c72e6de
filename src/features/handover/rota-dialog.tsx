import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { HOUR_MS } from '../../../contract/limits.ts';
import type { Rota } from '../../../contract/shapes/alert.ts';
import { useAction } from '../../console/actions.ts';
import { useReadData } from '../../console/reads.ts';
import { workerClient } from '../../console/worker-client.ts';
import { deviceTimeZone, timeZones, WEEKDAY_OPTIONS } from '../../domain/zoned-time.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { OrderButtons } from '../../ui/order-buttons.tsx';

interface RotaDialogProps extends DialogProps {
  rota: Rota;
}

/** Who is on duty, in which order. */
export const RotaDialog = formDialog(RotaForm, () => ({ title: 'Rota' }));

/** Somebody stands in. */
export const SwapDialog = formDialog(SwapForm, () => ({ title: 'Swap' }));

function RotaForm({ rota, onClose }: RotaDialogProps) {
  const change = useAction('changeRota', { success: 'Rota changed' });
  const operators = useReadData('operators') ?? [];
  const isNew = rota.people.length === 0;
  const form = useForm({
    initialValues: {
      people: rota.people.map(({ name }) => name),
      weekday: String(rota.weekday),
      time: rota.time,
      timeZone: isNew ? deviceTimeZone() : rota.timeZone,
    },
    validate: { time: (time) => (time === '' ? 'Enter a time' : null) },
  });
  const { people } = form.values;
  const others = operators.filter((name) => !people.includes(name));
  const [first] = people;
  return (
    <DialogForm
      form={form}
      failed="The rota was not saved"
      submit="Save rota"
      call="changeRota"
      onSave={({ weekday, ...values }) =>
        change.mutateAsync({ ...values, weekday: Number(weekday) })
      }
      onClose={onClose}
    >
      <Stack component="ol" gap="xs" aria-label="People in their order">
        {people.map((name, index) => (
          <Group key={name} component="li" gap="xs" justify="space-between">
            <Text size="sm" fw={600}>
              {index + 1}. {name}
            </Text>
            <OrderButtons
              name={name}
              place={index}
              count={people.length}
              onMove={(to) => form.reorderListItem('people', { from: index, to })}
              onOut={() => form.removeListItem('people', index)}
            />
          </Group>
        ))}
      </Stack>
      <NativeSelect
        label="Add a person"
        data-autofocus
        data={['', ...others]}
        value=""
        onChange={({ currentTarget: { value } }) => form.insertListItem('people', value)}
      />
      <Group grow align="end">
        <NativeSelect
          label="Handover every"
          data={WEEKDAY_OPTIONS}
          {...form.getInputProps('weekday')}
        />
        <TextInput label="At" type="time" required {...form.getInputProps('time')} />
      </Group>
      <NativeSelect
        label="Time zone"
        data={[...new Set([form.values.timeZone, ...timeZones()])]}
        {...form.getInputProps('timeZone')}
      />
      <Text size="sm" c="dimmed">
        {first === undefined
          ? 'Nobody is on duty.'
          : `${first} is on duty from now until the handover. Alerts go to their devices; whoever has none is skipped.`}
      </Text>
    </DialogForm>
  );
}

const HOURS = ['4', '8', '12', '24'];

function SwapForm({ rota, onClose }: RotaDialogProps) {
  const change = useAction('changeRota', { success: (_, { swap }) => `${swap?.name} is on duty` });
  const operators = useReadData('operators') ?? [];
  const others = operators.filter((name) => name !== rota.onDuty?.name);
  const form = useForm({ initialValues: { name: '', hours: '12' } });
  const name = form.values.name || (others[0] ?? '');
  const now = workerClient.serverNow();
  const handover = rota.swap === null ? (rota.onDuty?.at ?? now) : undefined;
  return (
    <DialogForm
      form={form}
      failed="The swap was not saved"
      submit="Swap"
      call="changeRota"
      disabled={name === ''}
      onSave={({ hours }) => {
        const at = hours === '' && handover ? handover : now + Number(hours) * HOUR_MS;
        return change.mutateAsync({ swap: { name, at } });
      }}
      onClose={onClose}
    >
      <Text size="sm">Somebody stands in for {rota.onDuty?.name} from now on.</Text>
      <NativeSelect
        label="Who takes over"
        data-autofocus
        data={others}
        value={name}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('name', value)}
      />
      <NativeSelect
        label="For"
        data={[
          ...HOURS.map((value) => ({ value, label: `${value} h` })),
          ...(handover === undefined ? [] : [{ value: '', label: 'Until the handover' }]),
        ]}
        {...form.getInputProps('hours')}
      />
    </DialogForm>
  );
}
