import { Alert, Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconStethoscope } from '@tabler/icons-react';
import { useState } from 'react';
import {
  PHASES,
  type PlatformTestAnswer,
  type TestStep,
} from '../../../contract/shapes/platform.ts';
import { useAction } from '../../console/actions.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { type PlatformValues, platformPayload } from './platform-values.ts';

interface PlatformTestProps {
  form: UseFormReturnType<PlatformValues>;
  /** Of the platform that is changed, whose secrets are used. */
  id: string | undefined;
}

/** What is probed, whatever keys are accepted. */
const probedOf = (payload: object) => JSON.stringify({ ...payload, keys: undefined });

/** Probes once on the server. @returns the button and what was found of what stands in the form now */
export function usePlatformTest({ form, id }: PlatformTestProps) {
  const [steps, setSteps] = useState<readonly TestStep[]>([]);
  const test = useAction('testPlatform', {
    onLine: (line) => setSteps((before) => [...before, line as TestStep]),
  });
  const payload = platformPayload(form.values);
  const isOfNow = test.variables && probedOf(test.variables.platform) === probedOf(payload);
  function run(): void {
    if (form.validate().hasErrors) return;
    setSteps([]);
    test.mutate({ platform: payload, ...(id && { id }) });
  }
  return {
    run,
    isPending: test.isPending,
    /** So far. */
    steps,
    answer: isOfNow ? test.data : undefined,
    error: isOfNow ? test.error : undefined,
  };
}

interface TestPartProps extends Pick<PlatformTestProps, 'form'> {
  test: ReturnType<typeof usePlatformTest>;
}

export function TestPart({ form, test }: TestPartProps) {
  const { run, isPending, steps, answer, error } = test;
  return (
    <Stack gap="sm">
      <Button
        mr="auto"
        leftSection={<IconStethoscope size={18} />}
        loading={isPending}
        onClick={run}
      >
        Test
      </Button>
      {/* Alerts in it would have a screen reader say all of it anew with each step. */}
      <Stack gap="sm" role="status">
        {isPending ? (
          <Alert role="group" title="Testing…">
            <Steps steps={steps} />
            <Group gap="xs">
              <Loader size="0.75rem" aria-hidden="true" />
              <Text size="sm">{steps.length === 0 ? 'Calling it' : 'The next step runs'}</Text>
            </Group>
          </Alert>
        ) : null}
        {answer ? <Verdict answer={answer} /> : null}
        {error ? (
          <Alert role="group" color="red" title="It could not be tested">
            {error.userMessage}
          </Alert>
        ) : null}
      </Stack>
      {form.values.kind === 'mesh' ? <PinnedKeys form={form} now={answer?.key} /> : null}
      {answer?.own ? (
        <CopyField
          label="This node in one line"
          description="Its operator pastes it as the address of a new platform"
          value={`${location.origin} ${answer.own.id} ${answer.own.key}`}
        />
      ) : null}
    </Stack>
  );
}

interface PinnedKeysProps extends Pick<PlatformTestProps, 'form'> {
  /** That it signed the test with. */
  now: string | null | undefined;
}

/** A key that was pinned before stays visible: it may be of another node than the address is now. */
function PinnedKeys({ form, now }: PinnedKeysProps) {
  const { keys } = form.values;
  const before = form.getInitialValues().keys;
  return [...new Set([...before, ...keys, ...(now ? [now] : [])])].map((key) => (
    <Checkbox
      key={key}
      label={
        key === now
          ? 'Accept only the key that it has now'
          : 'Accept the key that was pinned before'
      }
      description={key}
      styles={{ labelWrapper: { minWidth: 0 }, description: { overflowWrap: 'anywhere' } }}
      checked={keys.includes(key)}
      onChange={({ currentTarget }) =>
        form.setFieldValue(
          'keys',
          currentTarget.checked ? [...keys, key] : keys.filter((one) => one !== key),
        )
      }
    />
  ));
}

const PHASE_LABELS: Readonly<Record<(typeof PHASES)[number], string>> = {
  name: 'name',
  connect: 'connect',
  tls: 'TLS',
  firstByte: 'first byte',
  end: 'end',
};

/** Each step that was done, what its time went into, and what to try when one failed. */
function Verdict({ answer: { ok, steps, advice, phasesMs = {} } }: { answer: PlatformTestAnswer }) {
  const phases = PHASES.flatMap((phase) => {
    const ms = phasesMs[phase];
    return ms === undefined ? [] : [`${PHASE_LABELS[phase]} ${ms} ms`];
  });
  return (
    <Alert role="group" color={ok ? 'green' : 'red'} title={ok ? 'It is up' : 'It would be down'}>
      <Steps steps={steps} />
      {phases.length > 0 ? (
        <Text size="sm" mt="xs">
          {`Time: ${phases.join(', ')}`}
        </Text>
      ) : null}
      {advice ? (
        <Text size="sm" fw={500} mt="xs">
          {advice}
        </Text>
      ) : null}
    </Alert>
  );
}

const Steps = ({ steps }: { steps: readonly TestStep[] }) => (
  <Stack component="ol" gap="0.25rem">
    {steps.map((step) => (
      <Text key={step.text} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
        <StatusShape status={step.ok ? 'connected' : 'error'} /> {step.text}
      </Text>
    ))}
  </Stack>
);
