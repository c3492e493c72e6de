import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { StatusPage } from '../../../contract/shapes/status-page.ts';
import { STATUS_PAGE_MAX } from '../../../contract/status-page-limits.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { namesOf } from '../../domain/groups.ts';
import { givenName } from '../../domain/platform-name.ts';
import { timeZones } from '../../domain/zoned-time.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { OrderButtons } from '../../ui/order-buttons.tsx';
import { PlatformChips } from '../../ui/platform-chips.tsx';

interface StatusPageFormProps {
  data: StatusPage;
  /** Of this server. */
  platforms: readonly Connection[];
}

type Values = Pick<StatusPage, 'on' | 'title' | 'timeZone' | 'byGroup'> & {
  platforms: { id: string; name: string }[];
};

export function StatusPageForm({ data, platforms }: StatusPageFormProps) {
  const { mutateAsync: save } = useAction('changeStatusPage', {
    success: (_, { on }) => (on ? 'The status page is public' : 'The status page is off'),
  });
  const nameOf = (id: string) => givenName(id, platforms);
  const { on, title, timeZone, byGroup } = data;
  const form = useForm<Values>({
    initialValues: {
      ...{ on, title },
      platforms: data.platforms
        .filter(({ id }) => nameOf(id) !== undefined)
        .map(({ id, name }) => ({ id, name })),
      // An earlier server has neither.
      ...(timeZone !== undefined && { timeZone }),
      ...(byGroup !== undefined && { byGroup: byGroup || data.platforms.length === 0 }),
    },
    validate: problemsOf,
  });
  const shown = form.values.platforms;
  const ids = shown.map(({ id }) => id);
  function choose(chosen: readonly string[]): void {
    const added = chosen.filter((id) => !ids.includes(id));
    // Errors are of a place in the list.
    form.clearErrors();
    form.setFieldValue('platforms', [
      ...shown.filter(({ id }) => chosen.includes(id)),
      ...added.map((id) => ({ id, name: nameOf(id) ?? id })),
    ]);
  }
  return (
    <DialogForm
      form={form}
      failed="The status page was not saved"
      submit="Save status page"
      disabled={!form.isDirty()}
      onSave={save}
    >
      <TextInput label="Title" maxLength={STATUS_PAGE_MAX.title} {...form.getInputProps('title')} />
      <PlatformChips
        platforms={platforms}
        value={ids}
        error={form.errors.platforms}
        onChange={choose}
      />
      <GroupButtons platforms={platforms} onChoose={(group) => choose([...ids, ...group])} />
      {shown.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          Everybody reads these names. Change what says too much.
        </Text>
      )}
      <Stack component="ul" gap="sm" display={shown.length === 0 ? 'none' : undefined}>
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
      {form.values.timeZone === undefined ? null : (
        <NativeSelect
          label="Time zone"
          data={[...new Set([form.values.timeZone, ...timeZones()])]}
          {...form.getInputProps('timeZone')}
        />
      )}
      {byGroup === undefined || namesOf(platforms).groups.length === 0 ? null : (
        <Switch
          label="Divided by group"
          description="Everybody reads the names of the groups, too."
          {...form.getInputProps('byGroup', { type: 'checkbox' })}
        />
      )}
      <Switch
        label="Everybody can read it"
        description={data.address}
        {...form.getInputProps('on', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}

interface GroupButtonsProps extends Pick<StatusPageFormProps, 'platforms'> {
  onChoose: (ids: readonly string[]) => void;
}

/** Chooses all of a group. */
function GroupButtons({ platforms, onChoose }: GroupButtonsProps) {
  const { groups } = namesOf(platforms);
  if (groups.length === 0) return null;
  const idsOf = (group: string) =>
    platforms.filter((one) => one.group === group).map(({ id }) => id);
  return (
    <Group gap="xs">
      {groups.map((group) => (
        <Button key={group} size="xs" onClick={() => onChoose(idsOf(group))}>
          All of {group}
        </Button>
      ))}
    </Group>
  );
}

const MAX = STATUS_PAGE_MAX.platforms;

/** @returns what is wrong, by the path of its field */
function problemsOf({ on, title, platforms }: Values) {
  const isMissing = (name: string) => name.trim() === '' && 'Write a name for the public';
  return {
    title: isMissing(title),
    platforms: platforms.length > MAX && `At most ${MAX} can be shown`,
    // Said where they are: the switch stands beside what saves it.
    on: on && platforms.length === 0 && 'Choose at least one platform that everybody may see.',
    ...Object.fromEntries(
      platforms.map(({ name }, place) => [`platforms.${place}.name`, isMissing(name)]),
    ),
  };
}
