import { Text } from '@mantine/core';
import type { ChainProof, Rule } from '../../../contract/shapes/alert.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';

interface WayProof {
  /** The newest of the rules that lead to a way. */
  readonly proof: ChainProof;
  /** Names of its people, or its own, that did not come back. */
  readonly lost: readonly string[];
}

/** @returns what the newest drill says of a way; undefined: no rule of its own is proven */
export function proofOfWay(channel: string, rules: readonly Rule[]): WayProof | undefined {
  const [proof] = rules
    .filter(({ channels, steps = [] }) =>
      [channels, ...steps.map((step) => step.channels)].flat().includes(channel),
    )
    .flatMap((rule) => (rule.prove && rule.proof ? rule.proof : []))
    .sort((a, b) => b.at - a.at);
  const open = proof?.ways.filter((way) => way.channel === channel && way.at === null) ?? [];
  return proof && { proof, lost: open.map(({ name }) => name) };
}

/** When a way was proven, or why it was not. */
export function WayProofText({ proof: { state, at, text, provenAt }, lost }: WayProof) {
  if (state === 'held') return <div>A drill waits for the end of an outage</div>;
  if (state !== 'missed' && lost.length === 0)
    return <TimeAgo display="block" at={at} prefix="Proven" />;
  if (state === 'running')
    return <TimeAgo display="block" at={at} prefix="A drill is under way. It began" />;
  return (
    <Text inherit component="div" c={state === 'missed' ? 'yellow' : 'red'}>
      Not proven: {state === 'missed' ? text : `${lost.join(', ')} did not come back`}
      {provenAt === null ? null : <TimeAgo span at={provenAt} prefix=". Proven before that" />}
    </Text>
  );
}
