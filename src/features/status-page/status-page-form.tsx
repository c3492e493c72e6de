import { Alert, Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/limits.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import type { StatusPage } from '../../../contract/shapes/status-page.ts';
import { STATUS_PAGE_MAX } from '../../../contract/status-page-limits.ts';
import { useAction } from '../../console/actions.ts';
import styles from './status-page.module.css';

interface StatusPageFormProps {
  data: StatusPage;
  /** Of this server. */
  platforms: readonly PlatformRow[];
}

const required = (value: string) => (value.trim() === '' ? 'Write a name for the public' : null);

export function StatusPageForm({ data, platforms }: StatusPageFormProps) {
  const { error, mutateAsync: save } = useAction('changeStatusPage', {
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
    // A refusal is said below.
    <form noValidate onSubmit={form.onSubmit((values) => save(values).catch(() => undefined))}>
      <Stack gap="md">
        <Switch
          label="Everybody can read it"
          description={data.address}
          {...form.getInputProps('on', { type: 'checkbox' })}
        />
        <TextInput
          label="Title"
          maxLength={STATUS_PAGE_MAX.title}
          {...form.getInputProps('title')}
        />
        <ul className={styles.list}>
          {shown.map(({ id }, place) => (
            <li key={id} aria-label={nameOf(id)}>
              <TextInput
                label={`Public name of ${nameOf(id)}`}
                maxLength={TEXT_MAX.platformName}
                {...form.getInputProps(`platforms.${place}.name`)}
              />
              <Group gap="xs">
                <Button
                  aria-label={`Move up: ${nameOf(id)}`}
                  disabled={place === 0}
                  onClick={() => form.reorderListItem('platforms', { from: place, to: place - 1 })}
                >
                  Move up
                </Button>
                <Button
                  aria-label={`Move down: ${nameOf(id)}`}
                  disabled={place === shown.length - 1}
                  onClick={() => form.reorderListItem('platforms', { from: place, to: place + 1 })}
                >
                  Move down
                </Button>
                <Button
                  aria-label={`Hide ${nameOf(id)}`}
                  onClick={() => form.removeListItem('platforms', place)}
                >
                  Hide
                </Button>
              </Group>
            </li>
          ))}
        </ul>
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
        {error ? (
          <Alert color="red" role="alert" title="The status page was not saved">
            {error.userMessage}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" disabled={!form.isDirty()} loading={form.submitting}>
            Save status page
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
