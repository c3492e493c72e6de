import { Badge, Code, DataList, Group, Skeleton, Stack, Stepper, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ProofStatus } from '../../../contract/shapes/proof.ts';
import { momentOf, momentText } from '../../shared/moment.ts';
import { Panel } from '../../ui/panel.tsx';
import { InlineFailure, ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { type ProofFactor, proofFactors, proofResult, timeLeftSec } from './proof-state.ts';

interface ProofStatusCardProps {
  challengeId: string;
  status: ProofStatus | undefined;
  read: ReadState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** How far the challenge has got: three factors and the final result. */
export function ProofStatusCard({ challengeId, status, read, now }: ProofStatusCardProps) {
  return (
    <Panel title="Challenge Status" aria-busy={read.loading}>
      {read.failure ? <InlineFailure text="Unable to fetch proof status" /> : null}
      <ReadNote read={read} now={now} />
      <Stack gap="sm" mih={{ base: '27rem', md: '22.5rem' }}>
        {status ? (
          <Progress
            status={{
              ...status,
              time_remaining: timeLeftSec(status.time_remaining, read.at, now),
            }}
            challengeId={challengeId}
          />
        ) : null}
        {read.loading ? <Skeleton flex={1} /> : null}
      </Stack>
    </Panel>
  );
}

function Progress({ status, challengeId }: { status: ProofStatus; challengeId: string }) {
  const factors = proofFactors(status);
  const pending = factors.findIndex(({ done }) => !done);
  const result = proofResult(status);
  return (
    <>
      <Group gap="sm" role="status">
        <Text span size="sm" c="dimmed">
          Final result
        </Text>
        <Badge size="lg" color={result.color}>
          {result.label}
        </Badge>
        <Text span size="sm">
          {result.detail}
        </Text>
      </Group>
      <Stepper
        active={pending < 0 ? factors.length : pending}
        orientation="vertical"
        size="sm"
        allowNextStepsSelect={false}
      >
        {factors.map((factor) => (
          <Stepper.Step
            key={factor.name}
            component="div"
            color={factor.color}
            icon={<StepIcon factor={factor} />}
            completedIcon={<IconCheck size={16} aria-hidden="true" />}
            label={
              <Group gap="xs" component="span">
                {factor.name}
                <Badge color={factor.color}>{factor.label}</Badge>
              </Group>
            }
            description={descriptionOf(factor, status)}
          />
        ))}
      </Stepper>
      <DataList labelWidth="9rem">
        {[
          ['Peer', status.peer],
          ['Deadline', momentText(momentOf(status.deadline), true)],
          ['Time remaining', `${status.time_remaining} s`],
        ].map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
        <DataList.Item>
          <DataList.ItemLabel>Challenge</DataList.ItemLabel>
          <DataList.ItemValue>
            <Code style={{ overflowWrap: 'anywhere' }}>{challengeId}</Code>
          </DataList.ItemValue>
        </DataList.Item>
      </DataList>
    </>
  );
}

function StepIcon({ factor }: { factor: ProofFactor }) {
  if (factor.done) return <IconCheck size={16} aria-hidden="true" />;
  return factor.color === 'red' ? <IconX size={16} aria-hidden="true" /> : null;
}

function descriptionOf({ done, at }: ProofFactor, status: ProofStatus): string {
  if (at !== undefined) return `Completed ${momentText(at, true)}`;
  if (done) return 'Completed';
  return status.time_remaining > 0 ? 'Waiting for the peer' : 'Did not arrive in time';
}
