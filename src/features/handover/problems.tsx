import { Button } from '@mantine/core';
import { useReadData } from '../../console/reads.ts';
import { accountName } from '../../device/markers.ts';
import { type Problem, problemTitle } from '../../domain/problems.ts';
import { Allowed } from '../../ui/allowed.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { ProblemList } from '../incidents/problem-list.tsx';
import { useAcknowledgeMany } from '../incidents/use-acknowledge-many.ts';
import { useProblems } from '../incidents/use-problems.ts';
import { Nothing, Part } from './part.tsx';

/** What is wrong now, since when, and who is on it. Drills have a part of their own. */
export function Problems({ read }: { read: DataRead<unknown> }) {
  const { problems, planned, ...known } = useProblems();
  const count = useReadData('connections')?.length ?? 0;
  const shown = problems.filter(({ status }) => status !== 'drill');
  return (
    <Part title="Open problems" read={read} actions={<TakeOverAll problems={shown} />}>
      {() => (
        <>
          {shown.length > 0 ? null : <Nothing text={calmText(count, known.isKnown)} />}
          <ProblemList {...known} problems={shown} planned={planned} />
        </>
      )}
    </Part>
  );
}

function calmText(count: number, isKnown: boolean): string {
  if (count === 0) return 'No platforms yet';
  return isKnown ? 'Nothing open' : 'Nothing was open when last known';
}

/** Whoever comes on shift is on all of it with one press, also instead of those who go. */
function TakeOverAll({ problems }: { problems: readonly Problem[] }) {
  const { acknowledgeMany, pending } = useAcknowledgeMany();
  const me = accountName();
  const others = problems.flatMap((problem) => {
    const { incident, owner } = problem;
    if (!incident || (owner.state === 'taken' && owner.by === me)) return [];
    return { incident: String(incident.id), title: problemTitle(problem) };
  });
  if (others.length === 0) return null;
  return (
    <Allowed call="acknowledgeIncident">
      <Button
        size="xs"
        variant="filled"
        loading={pending}
        onClick={() => void acknowledgeMany(others, '')}
      >
        Take over {others.length === 1 ? 'what is open' : `all ${others.length}`}
      </Button>
    </Allowed>
  );
}
