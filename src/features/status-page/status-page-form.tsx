import { Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/limits.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import type { StatusPage } from '../../../contract/shapes/status-page.ts';
import { STATUS_PAGE_MAX } from '../../../contract/status-page-limits.ts';
import { useAction } from '../../console/actions.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { OrderButtons } from '../../ui/order-buttons.tsx';

interface StatusPageFormProps {
  data: StatusPage;
  /** Of this server. */
  platforms: readonly PlatformRow[];
}

const required = (value: string) => (value.trim() === '' ? 'Write a name for the public' : null);

export function StatusPageForm({ data, platforms }: StatusPageFormProps) {
  const { mutateAsync: save } = useAction('changeStatusPage', {
    success: (_, { on }) => (on ? 'The status page is public' : 'The status page is off'),
  });
  const nameOf = (id: string) => platforms.find((one) => one.id === id)?.name;
  const form = useForm({
    initialValues: {
      on: data.on,
      title: data.title,
      platforms: data.platforms
        .filter(({ id }) => nameOf(id) !== undefined)
        .map(({ id, name }) => ({ id, name })),
    },
    validate: { title: required, platforms: { name: required } },
  });
  const shown = form.values.platforms;
  const others = platforms.filter(({ id }) => !shown.some((one) => one.id === id));
  return (
    <DialogForm
      form={form}
      failed="The status page was not saved"
      submit="Save status page"
      disabled={!form.isDirty()}
      onSave={save}
    >
      <Switch
        label="Everybody can read it"
        description={data.address}
        {...form.getInputProps('on', { type: 'checkbox' })}
      />
      <TextInput label="Title" maxLength={STATUS_PAGE_MAX.title} {...form.getInputProps('title')} />
      <Stack component="ul" gap="sm">
        {shown.map(({ id }, place) => (
          <Group key={id} component="li" aria-label={nameOf(id)} gap="xs" align="end">
            <TextInput
              label={`Public name of ${nameOf(id)}`}
              flex="1 1 16rem"
              maxLength={TEXT_MAX.platformName}
              {...form.getInputProps(`platforms.${place}.name`)}
            />
            <OrderButtons
              name={nameOf(id) ?? id}
              place={place}
              count={shown.length}
              out="Hide"
              onMove={(to) => form.reorderListItem('platforms', { from: place, to })}
              onOut={() => form.removeListItem('platforms', place)}
            />
          </Group>
        ))}
      </Stack>
      <Select
        label="Show a platform"
        placeholder={others.length === 0 ? 'All are shown' : 'Choose one'}
        searchable
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        disabled={others.length === 0 || shown.length >= STATUS_PAGE_MAX.platforms}
        value={null}
        // Its own name may say more than the public is to know.
        onChange={(id) => id && form.insertListItem('platforms', { id, name: '' })}
      />
    </DialogForm>
  );
}
