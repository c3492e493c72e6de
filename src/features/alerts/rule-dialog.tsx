import { Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { CERTIFICATE_DAYS, DOMAIN_DAYS } from '../../../contract/certificate.ts';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { useReadData } from '../../console/reads.ts';
import { namesOf } from '../../domain/groups.ts';
import { deviceTimeZone, WEEKDAY_OPTIONS } from '../../domain/zoned-time.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { PlatformChips } from '../../ui/platform-chips.tsx';
import {
  afterOptions,
  type RuleValues,
  repeatOptions,
  ruleErrors,
  rulePayload,
  ruleValues,
} from './rule-form.ts';
import { Choice, RuleSteps } from './rule-steps.tsx';

interface RuleDialogProps extends DialogProps {
  /** That is changed; undefined: a new one. */
  rule: Rule | undefined;
  channels: readonly Channel[];
  platforms: readonly Pick<Connection, 'id' | 'name' | 'group' | 'tags'>[];
}

/** When whom to alert. */
export const RuleDialog = formDialog(RuleForm, ({ rule }: RuleDialogProps) => ({
  size: 'lg',
  title: rule ? `Change ${rule.name}` : 'Add a rule',
}));

const ABOUT_OPTIONS = [
  { value: 'platform', label: 'A platform' },
  { value: 'certificate', label: 'A certificate or domain that expires' },
  { value: 'person', label: 'An incident that a person opens' },
  { value: 'display', label: 'A display that is not well' },
  { value: 'host', label: 'A host over a limit' },
];

const GROUPINGS = [
  ['groups', 'All of these groups, also new ones'],
  ['tags', 'All with one of these tags'],
] as const;

const STATUS_OPTIONS = {
  platform: [
    { value: 'error', label: 'Down' },
    { value: 'warning', label: 'Slow or down' },
  ],
  person: [{ value: 'error', label: 'Open' }],
  display: [{ value: 'error', label: 'Not well' }],
  host: [{ value: 'error', label: 'Over it' }],
  certificate: [
    {
      value: 'warning',
      label: `${CERTIFICATE_DAYS.warning} (domain: ${DOMAIN_DAYS.warning}) and ${CERTIFICATE_DAYS.error} days left`,
    },
    { value: 'error', label: `${CERTIFICATE_DAYS.error} days left` },
  ],
};

const LABELS = {
  platform: { status: 'It is', over: 'back' },
  certificate: { status: 'From', over: 'renewed' },
  person: { status: 'It is', over: 'resolved' },
  display: { status: 'It is', over: 'well again' },
  host: { status: 'It is', over: 'below it again' },
};

function RuleForm({ rule, channels, platforms, onClose }: RuleDialogProps) {
  const addition = useAction('addAlertRule', { success: 'Rule added' });
  const change = useAction('changeAlertRule', { success: 'Rule changed' });
  const form = useForm<RuleValues>({
    initialValues: ruleValues(rule, channels),
    validate: ruleErrors,
  });
  const timeZone = rule?.quiet?.timeZone ?? rule?.prove?.timeZone ?? deviceTimeZone();
  const { about, everywhere, hasQuiet } = form.values;
  // An older server knows neither.
  const hasSteps = useReadData('rota') !== undefined || Boolean(rule?.steps?.length);
  const isCertificate = about === 'certificate';
  return (
    <DialogForm
      form={form}
      failed="The rule was not saved"
      submit="Save rule"
      onSave={(values) => {
        const payload = rulePayload(values, timeZone, hasSteps);
        if (rule === undefined) return addition.mutateAsync(payload);
        return change.mutateAsync({ ...payload, params: { id: String(rule.id) } });
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={TEXT_MAX.alertName}
        {...form.getInputProps('name')}
      />
      <Group grow align="end">
        <NativeSelect
          label="About"
          data={ABOUT_OPTIONS}
          {...form.getInputProps('about')}
          onChange={({ currentTarget: { value } }) =>
            form.setValues(
              value === 'certificate'
                ? { about: value, status: 'warning' }
                : {
                    ...{ about: value as RuleValues['about'], status: 'error' },
                    everywhere: everywhere || value === 'display',
                  },
            )
          }
        />
        <NativeSelect
          label={LABELS[about].status}
          data={STATUS_OPTIONS[about]}
          {...form.getInputProps('status')}
        />
      </Group>
      {isCertificate ? null : (
        <Group grow align="end">
          <NativeSelect
            label="Alert"
            data={afterOptions(form.values.afterSec)}
            {...form.getInputProps('afterSec')}
          />
          <NativeSelect
            label="Repeat until acknowledged"
            data={repeatOptions(form.values.repeatMin)}
            {...form.getInputProps('repeatMin')}
          />
        </Group>
      )}
      <Switch label={`Also say when it is ${LABELS[about].over}`} {...checked(form, 'recovered')} />
      <Stack gap="xs">
        {about === 'display' ? null : (
          <Switch label="All platforms, also new ones" {...checked(form, 'everywhere')} />
        )}
        {everywhere ? null : (
          <>
            <PlatformChips
              platforms={platforms}
              value={form.values.platforms}
              error={form.errors.platforms}
              onChange={(ids) => form.setFieldValue('platforms', ids)}
            />
            {GROUPINGS.map(([field, label]) => {
              const known = new Set([...namesOf(platforms)[field], ...form.values[field]]);
              const options = [...known].map((value) => ({ value, label: value }));
              return options.length === 0 ? null : (
                <Choice key={field} {...{ label, options }} {...form.getInputProps(field)} />
              );
            })}
          </>
        )}
      </Stack>
      <RuleSteps form={form} channels={channels} hasSteps={hasSteps && !isCertificate} />
      <Stack gap="xs">
        <Switch
          label="Quiet hours"
          description={`Alerts wait for their end and are sent if they are still true. Times in ${timeZone}.`}
          {...checked(form, 'hasQuiet')}
        />
        {hasQuiet ? (
          <Group grow>
            <TextInput label="From" type="time" required {...form.getInputProps('quietFrom')} />
            <TextInput label="To" type="time" required {...form.getInputProps('quietTo')} />
          </Group>
        ) : null}
      </Stack>
      {hasSteps ? (
        <Stack gap="xs">
          <Group grow align="end">
            <NativeSelect
              label="Prove it every"
              data={[{ value: '', label: 'Never' }, ...WEEKDAY_OPTIONS]}
              {...form.getInputProps('proveOn')}
            />
            {form.values.proveOn === '' ? null : (
              <TextInput label="At" type="time" required {...form.getInputProps('proveAt')} />
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {`A drill goes to all of its channels. What does not come back within 4 h is an incident, and no alert. Times in ${timeZone}.`}
          </Text>
        </Stack>
      ) : null}
    </DialogForm>
  );
}

const checked = (
  form: Pick<UseFormReturnType<RuleValues>, 'getInputProps'>,
  field: keyof RuleValues,
) => form.getInputProps(field, { type: 'checkbox' });
