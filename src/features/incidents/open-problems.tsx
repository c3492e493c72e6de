import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { incidentLine } from '../../domain/incident-line.ts';
import { type Problem, problemTitle } from '../../domain/problems.ts';
import { copyText } from '../../ui/copy-text.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { type IncidentFilter, matchesIncident } from './incident-search.ts';
import styles from './incidents.module.css';
import { ProblemList } from './problem-list.tsx';
import { useAcknowledgeMany } from './use-acknowledge-many.ts';
import { useProblems } from './use-problems.ts';

const AcknowledgeDialog = lazyDialog(
  async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
);

interface OpenProblemsProps {
  filter: IncidentFilter;
  platforms: readonly Connection[];
  /** Without a filter what has no incident, and what is planned, is there too. */
  isFiltered: boolean;
}

/** The open part of the incidents, before the table of those that have ended. */
export function OpenProblems({ filter, platforms, isFiltered }: OpenProblemsProps) {
  const { problems, planned, ...known } = useProblems();
  const shown = problems.filter(({ incident }) =>
    incident ? matchesIncident(incident, filter, platforms) : !isFiltered,
  );
  if (shown.length === 0 && (isFiltered || planned.length === 0)) return null;
  return (
    <section aria-label="Open" className={styles.open}>
      <ProblemList {...known} problems={shown} planned={isFiltered ? [] : planned} />
      <ForAll problems={shown} now={known.now} />
    </section>
  );
}

/** What is done with all of them at once: nobody is replaced without being asked. */
function ForAll({ problems, now }: { problems: readonly Problem[]; now: number }) {
  const { acknowledgeMany, pending } = useAcknowledgeMany();
  const [asking, setAsking] = useState(false);
  const isAllowed = useDisabledReason('acknowledgeIncident') === undefined;
  const waiting = problems.flatMap((problem) =>
    problem.incident && problem.owner.state !== 'taken'
      ? { incident: String(problem.incident.id), title: problemTitle(problem) }
      : [],
  );
  const lines = problems.flatMap(({ incident, name }) =>
    incident ? incidentLine(incident, name, now) : [],
  );
  async function acknowledge(note: string): Promise<void> {
    await acknowledgeMany(waiting, note);
    setAsking(false);
  }
  if (lines.length < 2) return null;
  return (
    <Group gap="xs" px="md" py="xs" justify="end" data-screen-only="">
      {isAllowed && waiting.length > 1 ? (
        <Button size="xs" onClick={() => setAsking(true)}>
          I am on all {waiting.length.toLocaleString()}
        </Button>
      ) : null}
      <Button
        size="xs"
        onClick={() =>
          void copyText(lines.join('\n'), `Copied ${lines.length.toLocaleString()} as text`)
        }
      >
        Copy as text
      </Button>
      <AcknowledgeDialog
        opened={asking}
        count={waiting.length}
        pending={pending}
        onAcknowledge={(note) => void acknowledge(note)}
        onClose={() => setAsking(false)}
      />
    </Group>
  );
}
