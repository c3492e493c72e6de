import { Badge, Code, Group, Stepper, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ProofStatus } from '../../../contract/shapes/proof.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { useRead } from '../../console/reads.ts';
import { momentOf, momentText } from '../../domain/moment.ts';
import { peerName } from '../../domain/platform-name.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import {
  factorText,
  type ProofFactor,
  proofFactors,
  proofResult,
  timeLeftSec,
} from './proof-state.ts';

const COUNTDOWN_EVERY_MS = 1000;

/** How far the challenge has got: three factors and the final result. */
export function ProofStatusCard({ challengeId }: { challengeId: string }) {
  const status = useRead('proofStatus', { challenge_id: challengeId });
  const now = useServerNow(COUNTDOWN_EVERY_MS);
  return (
    <ReadPanel
      title="Challenge Status"
      read={status}
      failed="Unable to fetch proof status"
      room={{ base: '27rem', md: '22.5rem' }}
    >
      {(answer) => {
        const left = timeLeftSec(answer.time_remaining, status.at, now);
        return <Progress status={{ ...answer, time_remaining: left }} challengeId={challengeId} />;
      }}
    </ReadPanel>
  );
}

function Progress({ status, challengeId }: { status: ProofStatus; challengeId: string }) {
  const factors = proofFactors(status);
  const pending = factors.findIndex(({ done }) => !done);
  const result = proofResult(status);
  return (
    <>
      <Group gap="sm">
        <Text span size="sm" c="dimmed">
          Final result
        </Text>
        {/* Not the seconds beside it: each would be spoken. */}
        <Badge size="lg" color={result.color} role="status">
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
            completedIcon={<StepIcon factor={factor} />}
            label={
              <Group gap="xs" component="span">
                {factor.name}
                <Badge color={factor.color}>{factor.label}</Badge>
              </Group>
            }
            description={factorText(factor, status)}
          />
        ))}
      </Stepper>
      <DescriptionList
        labelWidth="9rem"
        items={{
          Peer: peerName(status.peer, useKnownPlatforms()),
          Deadline: momentText(momentOf(status.deadline), true),
          'Time remaining': `${status.time_remaining} s`,
          Challenge: <Code>{challengeId}</Code>,
        }}
      />
    </>
  );
}

function StepIcon({ factor }: { factor: ProofFactor }) {
  if (factor.done) return <IconCheck size={16} aria-hidden="true" />;
  return factor.color === 'red' ? <IconX size={16} aria-hidden="true" /> : null;
}
