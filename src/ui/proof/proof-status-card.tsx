import type { ProofStatus } from '../../../contract/shapes/proof.ts';
import { Badge } from '../badge/badge.tsx';
import { Facts } from '../facts/facts.tsx';
import { momentOf, momentText } from '../moment/moment.ts';
import { Panel } from '../panel/panel.tsx';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { InlineFailure } from '../reading-note/inline-failure.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import type { ReadingState } from '../reading-note/reading-state.ts';
import styles from './proof.module.css';
import { proofBadges, proofResult } from './proof-badges.ts';
import { timeLeftSec } from './time-left.ts';

interface ProofStatusCardProps {
  challengeId: string;
  status: ProofStatus | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** How far the challenge has got: three factors and the final result. */
export function ProofStatusCard({ challengeId, status, reading, now }: ProofStatusCardProps) {
  return (
    <Panel title="Challenge Status" aria-busy={reading.loading}>
      {reading.failure ? <InlineFailure text="Unable to fetch proof status" /> : null}
      <ReadingNote reading={reading} now={now} />
      {status ? (
        <Factors
          status={{
            ...status,
            time_remaining: timeLeftSec(status.time_remaining, reading.at, now),
          }}
          challengeId={challengeId}
        />
      ) : null}
      {reading.loading ? <Placeholder height="12rem" /> : null}
    </Panel>
  );
}

function Factors({ status, challengeId }: { status: ProofStatus; challengeId: string }) {
  const result = proofResult(status);
  return (
    <div className={styles.status}>
      <ul className={styles.badges}>
        {proofBadges(status).map((badge) => (
          <li key={badge.factor} className={styles.factor}>
            <span>{badge.factor}</span>
            <Badge tone={badge.tone}>{badge.word}</Badge>
          </li>
        ))}
      </ul>
      <p className={styles.result} data-tone={result.tone} role="status">
        <span className={styles.resultLabel}>Final result</span>
        <strong>{result.word}</strong>
      </p>
      <Facts
        facts={[
          { name: 'Peer', value: status.peer },
          { name: 'Deadline', value: momentText(momentOf(status.deadline), true) },
          { name: 'Time remaining', value: `${status.time_remaining} s` },
          { name: 'Challenge', value: <code>{challengeId}</code> },
        ]}
      />
    </div>
  );
}
