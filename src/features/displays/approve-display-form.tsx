import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DISPLAY_CODE_TYPED_MAX, TEXT_MAX } from '../../../contract/limits.ts';
import { Allowed } from '../shell/allowed.tsx';
import type { DisplayActions } from './use-displays.ts';

interface ApproveDisplayFormProps
  extends Pick<DisplayActions, 'approving' | 'error' | 'onApprove'> {
  /** From the link that was followed. */
  code: string;
}

/** The code that the screen shows, and the name that it gets. Empty again once it is approved. */
export function ApproveDisplayForm({ code, approving, error, onApprove }: ApproveDisplayFormProps) {
  const form = useForm({
    initialValues: { code, name: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      code: (value) => (value.trim() === '' ? 'Enter the code on the screen' : null),
    },
  });

  async function approve(values: { code: string; name: string }): Promise<void> {
    if (await onApprove(values)) form.setValues({ code: '', name: '' });
  }

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void approve(values))}>
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
          error={form.errors.code ?? error}
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
            <Button type="submit" variant="filled" loading={approving}>
              Approve
            </Button>
          </Allowed>
        </Group>
      </Stack>
    </form>
  );
}
