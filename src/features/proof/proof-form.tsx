import { Autocomplete, Button, Group, NumberInput, Stack } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconShieldBolt } from '@tabler/icons-react';
import { useEffect } from 'react';
import { PROOF_DEADLINE_SEC } from '../../../contract/limits.ts';
import { useAction } from '../../console/actions.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { configuredPlatforms } from '../../device/product.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import { peerName } from '../../domain/platform-name.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

interface ProofFormProps {
  /** That a link asked for; left out: the first platform, until another one is chosen or typed. */
  peer?: string | undefined;
  onStarted: (challengeId: string) => void;
}

const { min, max, default: DEADLINE_SEC } = PROOF_DEADLINE_SEC;
const DEADLINE_TEXT = `${min} to ${max} seconds`;

const ID_SHOWN_CHARS = 8;
/** What is answered when the mesh has no such peer. */
const PEER_REFUSED: readonly number[] = [400, 404, 409, 422];

/** Starts a challenge from this console's own origin: which peer, and how long its answer may take. */
export function ProofForm({ peer, onStarted }: ProofFormProps) {
  const known = usePlatforms().data ?? configuredPlatforms();
  const platforms = known.filter(isMeshNode);
  const { isPending, mutate: start } = useAction('proofStart', {
    success: ({ challenge_id: id }) => ({
      title: 'Proof Challenge Started',
      message: `Challenge ${id.slice(0, ID_SHOWN_CHARS)}`,
    }),
    failure: 'Failed to start proof challenge',
  });
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
          start(
            {
              peer: values.peer.trim(),
              deadline_sec: Number(values.deadlineSec),
              commander_origin: window.location.origin,
            },
            {
              onSuccess: ({ challenge_id: id }) => onStarted(id),
              onError({ status, userMessage }) {
                if (PEER_REFUSED.includes(status)) form.setFieldError('peer', userMessage);
              },
            },
          ),
        )}
      >
        <Stack gap="sm">
          <Autocomplete
            label="Peer"
            description={`A platform of the mesh. Another configured address can be typed. ${known.length > platforms.length ? 'Only mesh nodes can be proved.' : ''}`}
            maxLength={255}
            required
            data={[...statuses.keys()]}
            filter={({ options }) => options}
            renderOption={({ option: { value } }) => (
              <Group gap="xs" wrap="nowrap" fz="sm">
                <StatusMark status={statuses.get(value) ?? 'unknown'} />
                {peerName(value, platforms)}
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
              loading={isPending}
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
