import { Skeleton } from '@mantine/core';
import { isMissing, useRead } from '../../console/reads.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { useLoading } from '../../ui/use-loaded.ts';

const loadMatrix = () => import('./witness-matrix.tsx').then((module) => module.WitnessMatrix);

interface WitnessPanelProps {
  /** How many mesh nodes there are beside this one, for which room is kept. */
  count: number;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Who sees whom. */
export function WitnessPanel({ count, now }: WitnessPanelProps) {
  const read = useRead('witnesses');
  const { component: WitnessMatrix, ...loading } = useLoading(loadMatrix);
  if (isMissing(read)) return null;
  const room = `${2.9 * (count + 1) + 6}rem`;
  return (
    <ReadPanel
      flush
      title="Who sees whom"
      description="Each row is what that node has measured of the others, and how long ago."
      read={read}
      failed="What the nodes say could not be read"
      room={room}
      now={now}
    >
      {(witnesses, age) =>
        WitnessMatrix ? (
          <WitnessMatrix {...{ witnesses, age, now }} />
        ) : (
          <NotLoaded {...loading}>
            <Skeleton height={room} />
          </NotLoaded>
        )
      }
    </ReadPanel>
  );
}
