import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ProofRow } from '../../../contract/shapes/proof.ts';
import { Age } from '../age/age.tsx';
import { Badge } from '../badge/badge.tsx';
import { Empty } from '../empty/empty.tsx';
import { Panel } from '../panel/panel.tsx';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { ReadFailed } from '../reading-note/read-failed.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import { type ReadingState, troubleOf } from '../reading-note/reading-state.ts';
import { factorsText, proofEnd } from './proof-end.ts';
import styles from './recent-proofs.module.css';

interface RecentProofsCardProps {
  /** Newest first; undefined until they have been read. */
  proofs: readonly ProofRow[] | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const WAITING = [1, 2, 3];

/** The challenges started last, how each ended, and a way to its status. */
export function RecentProofsCard({ proofs, reading, now }: RecentProofsCardProps) {
  return (
    <Panel
      flush
      title="Recent Proofs"
      footer={proofs && troubleOf(reading) ? <ReadingNote reading={reading} now={now} /> : null}
      aria-busy={reading.loading}
    >
      <div className={styles.room}>
        {proofs ? <Rows proofs={proofs} now={now} /> : <Nothing reading={reading} />}
      </div>
    </Panel>
  );
}

function Rows({
  proofs,
  now,
}: Pick<RecentProofsCardProps, 'now'> & { proofs: readonly ProofRow[] }) {
  if (proofs.length === 0) {
    return (
      <Empty
        text="No peer has been challenged yet"
        hint="A proof that is started stays listed here for a day."
        icon={<IconShieldCheck aria-hidden="true" />}
      />
    );
  }
  return (
    <ul className={styles.rows}>
      {proofs.map((proof) => (
        <Row key={proof.id} proof={proof} now={now} />
      ))}
    </ul>
  );
}

function Row({ proof, now }: { proof: ProofRow; now: number }) {
  const end = proofEnd(proof, now);
  return (
    <li className={styles.row}>
      <Link
        to="/admin/route66-proof"
        search={{ challenge: proof.id }}
        className={styles.peer}
        aria-label={`Status of the challenge of ${proof.peer}`}
      >
        {proof.peer}
      </Link>
      <Badge tone={end.tone} className={styles.end ?? ''}>
        {end.word}
      </Badge>
      <span className={styles.factors}>{factorsText(proof)}</span>
      <Age at={proof.startedAt} now={now} />
    </li>
  );
}

function Nothing({ reading }: { reading: ReadingState }) {
  if (reading.failure)
    return <ReadFailed text="The proofs could not be read" detail={reading.failure.message} />;
  return (
    <ul className={styles.rows}>
      {WAITING.map((row) => (
        <li key={row} className={styles.row}>
          <Placeholder width="12rem" height="2.5rem" />
        </li>
      ))}
    </ul>
  );
}
