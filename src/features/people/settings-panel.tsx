import { Alert, Button, Checkbox, Group, NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AUDIT_DAYS } from '../../../contract/account-limits.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { AccessSettings } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';
import { useRead } from '../../console/reads.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';

const REGISTRATION_TEXTS: Readonly<Record<AccessSettings['registration'], string>> = {
  open: 'Everybody can sign up',
  invite: 'Only with an invitation',
  closed: 'Nobody can sign up',
};

/** How people come in, which the configuration says, and what admins decide here. */
export function SettingsPanel() {
  return (
    <ReadPanel
      title="Access settings"
      read={useRead('accessSettings')}
      failed="The access settings could not be read"
      room="12rem"
      lines={3}
    >
      {(data) => (
        <>
          {data.exposed && data.registration === 'open' ? (
            <Alert color="yellow" title="Everybody who reaches this server can sign up">
              Other machines reach it, and registration is open. Set REGISTRATION=invite where the
              server is started, and invite people.
            </Alert>
          ) : null}
          <DescriptionList
            items={{
              Registration: REGISTRATION_TEXTS[data.registration],
              'Role at sign-up': data.registration === 'open' ? data.signUpRole : null,
              'OpenID provider': data.oidc && `${data.oidc.name} (${data.oidc.issuer})`,
            }}
          />
          <SettingsForm
            // What somebody else saved is what is changed here.
            key={JSON.stringify([data.secondFactorFor, data.auditDays])}
            data={data}
          />
        </>
      )}
    </ReadPanel>
  );
}

function SettingsForm({ data }: { data: AccessSettings }) {
  const { error, mutateAsync: saveSettings } = useAction('changeAccessSettings', {
    success: 'Access settings saved',
  });
  const form = useForm<{ secondFactorFor: string[]; auditDays: number | string }>({
    initialValues: { secondFactorFor: data.secondFactorFor, auditDays: data.auditDays },
    validate: {
      auditDays: (days) =>
        Number(days) >= AUDIT_DAYS.min && Number(days) <= AUDIT_DAYS.max
          ? null
          : `From ${AUDIT_DAYS.min} to ${AUDIT_DAYS.max} days`,
    },
  });
  function save(values: typeof form.values): Promise<unknown> {
    const secondFactorFor = ROLES.filter((role) => values.secondFactorFor.includes(role));
    const auditDays = Number(values.auditDays);
    // A refusal is said below.
    return saveSettings({ secondFactorFor, auditDays }).catch(() => undefined);
  }
  return (
    <form noValidate onSubmit={form.onSubmit(save)}>
      <Stack gap="md">
        <Checkbox.Group
          label="Second factor required for"
          description="Accounts of these roles can do nothing else before they have one."
          {...form.getInputProps('secondFactorFor')}
        >
          <Group gap="md">
            {ROLES.map((role) => (
              <Checkbox.Card
                key={role}
                value={role}
                w="auto"
                aria-label={`${role}s`}
                withBorder={false}
              >
                <Group component="span" gap="sm" mih="var(--control-height)" fz="sm">
                  <Checkbox.Indicator size="sm" />
                  {`${role}s`}
                </Group>
              </Checkbox.Card>
            ))}
          </Group>
        </Checkbox.Group>
        <NumberInput
          label="Audit log is kept for"
          suffix=" days"
          maw="14rem"
          allowDecimal={false}
          min={AUDIT_DAYS.min}
          max={AUDIT_DAYS.max}
          {...form.getInputProps('auditDays')}
        />
        {error ? (
          <Alert color="red" role="alert" title="The settings were not saved">
            {error.userMessage}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" disabled={!form.isDirty()} loading={form.submitting}>
            Save settings
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
