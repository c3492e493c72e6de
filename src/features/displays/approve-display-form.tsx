import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DISPLAY_CODE_TYPED_MAX } from '../../../contract/limits.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { Allowed } from '../../ui/allowed.tsx';

/**
 * The code that the screen shows, and the name that it gets. Empty again once it is approved.
 *
 * @param code from the link that was followed
 */
export function ApproveDisplayForm({ code }: { code: string }) {
  const { error, isPending, mutate } = useAction('approveDisplay', {
    success: (_, { name }) => ({ title: 'Display approved', message: name }),
  });
  const form = useForm({
    initialValues: { code, name: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      code: (value) => (value.trim() === '' ? 'Enter the code on the screen' : null),
    },
  });

  const approve = (values: { code: string; name: string }) =>
    mutate(values, { onSuccess: () => form.setValues({ code: '', name: '' }) });

  return (
    <form noValidate onSubmit={form.onSubmit(approve)}>
      <Stack gap="sm">
        <TextInput
          label="Code on the screen"
          data-autofocus={code === '' ? true : undefined}
          required
          maxLength={DISPLAY_CODE_TYPED_MAX}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('code')}
          error={form.errors.code ?? error?.userMessage}
        />
        <TextInput
          label="Name of the display"
          description="For example, the room it hangs in"
          data-autofocus={code === '' ? undefined : true}
          required
          maxLength={TEXT_MAX.displayName}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Group>
          <Allowed call="approveDisplay">
            <Button type="submit" variant="filled" loading={isPending}>
              Approve
            </Button>
          </Allowed>
        </Group>
      </Stack>
    </form>
  );
}
