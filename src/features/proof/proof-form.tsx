import { Autocomplete, Button, Group, NumberInput, Stack } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconShieldBolt } from '@tabler/icons-react';
import { useEffect } from 'react';
import { PROOF_DEADLINE_SEC } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { Allowed } from '../shell/allowed.tsx';
import type { ProofRequest } from './use-proof-start.ts';

interface ProofFormProps {
  /** The mesh's platforms; the first is the peer until another is chosen or typed. */
  platforms: readonly Pick<Connection, 'domain' | 'status'>[];
  /** The peer that a link asked for. */
  peer?: string | undefined;
  /** A challenge is being started. */
  pending: boolean;
  onStart: (request: ProofRequest) => void;
}

const { min, max, default: DEADLINE_SEC } = PROOF_DEADLINE_SEC;
const DEADLINE_TEXT = `${min} to ${max} seconds`;

/** Starts a challenge: which peer, and how long its answer may take. */
export function ProofForm({ platforms, peer, pending, onStart }: ProofFormProps) {
  const form = useForm({
    initialValues: { peer: peer ?? '', deadlineSec: DEADLINE_SEC as number | string },
    validate: {
      peer: isNotEmpty('Choose a platform or type its address'),
      deadlineSec: (value) => (isDeadline(value) ? null : `Enter a whole number, ${DEADLINE_TEXT}`),
    },
  });
  const statuses = new Map(platforms.map(({ domain, status }) => [domain, status]));
  const first = platforms[0]?.domain;
  useEffect(() => {
    if (first !== undefined && !form.isTouched('peer') && form.getValues().peer === '')
      form.setFieldValue('peer', first);
  }, [first, form]);

  return (
    <Panel title="Start Proof Challenge">
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          onStart({ peer: values.peer.trim(), deadlineSec: Number(values.deadlineSec) }),
        )}
      >
        <Stack gap="sm">
          <Autocomplete
            label="Peer"
            description="A platform of the mesh. Another configured address can be typed."
            maxLength={255}
            required
            data={[...statuses.keys()]}
            filter={({ options }) => options}
            renderOption={({ option: { value } }) => (
              <Group gap="xs" wrap="nowrap" fz="sm">
                <StatusMark status={statuses.get(value) ?? 'unknown'} />
                {value}
              </Group>
            )}
            {...form.getInputProps('peer')}
          />
          <NumberInput
            label="Deadline (seconds)"
            description={DEADLINE_TEXT}
            min={min}
            max={max}
            clampBehavior="none"
            required
            {...form.getInputProps('deadlineSec')}
          />
          <Allowed call="proofStart">
            <Button
              type="submit"
              variant="filled"
              mr="auto"
              loading={pending}
              leftSection={<IconShieldBolt size={18} />}
            >
              Start Challenge
            </Button>
          </Allowed>
        </Stack>
      </form>
    </Panel>
  );
}

const isDeadline = (value: number | string) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
