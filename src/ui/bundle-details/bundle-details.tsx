import type { ReactNode } from 'react';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import { Badge } from '../badge/badge.tsx';
import { bundleLook, targetsText } from '../bundle-table/bundle-look.ts';
import { priorityText } from '../bundle-table/priority-text.ts';
import { sizeText } from '../bundle-table/size-text.ts';
import { Facts } from '../facts/facts.tsx';
import { momentOf, momentText } from '../moment/moment.ts';
import { Placeholder } from '../placeholder/placeholder.tsx';
import styles from './bundle-details.module.css';
import { BundleFiles } from './bundle-files.tsx';
import { targetText } from './target-text.ts';

/** An extra call: a server may not have it. */
const NOT_FOUND = 404;

export interface DetailsFailure {
  readonly message: string;
  readonly status: number;
}

interface BundleDetailsViewProps {
  /** As the list has it. */
  bundle: Bundle;
  /** Undefined until read, or where the server keeps no more. */
  details: BundleDetails | undefined;
  /** Why there are no details. */
  failure: DetailsFailure | undefined;
}

/** All that is known of one bundle: what the list says, and the server's details where it has them. */
export function BundleDetailsView({ bundle, details, failure }: BundleDetailsViewProps) {
  const look = bundleLook(bundle.status);
  return (
    <div className={styles.details}>
      <Facts
        facts={[
          { name: 'Status', value: <Badge tone={look.tone}>{look.word}</Badge> },
          { name: 'Size', value: sizeText(bundle.size) },
          { name: 'Platform Target', value: targetsText(bundle.targetPlatforms) },
          { name: 'Uploaded', value: momentText(momentOf(bundle.createdAt), true) },
          ...(details ? ownFacts(details) : []),
        ]}
      />
      {details ? <Parts details={details} /> : <NoDetails failure={failure} />}
    </div>
  );
}

function ownFacts(details: BundleDetails) {
  return [
    { name: 'Uploaded by', value: details.uploadedBy },
    { name: 'Priority', value: priorityText(details.priority) },
    { name: 'SHA-256', value: <code className={styles.hash}>{details.sha256}</code> },
  ];
}

function NoDetails({ failure }: Pick<BundleDetailsViewProps, 'failure'>) {
  if (!failure) return <Placeholder height="8rem" />;
  return (
    <p className={styles.none} role="status">
      {failure.status === NOT_FOUND
        ? `This server gives no more details of the bundle (${failure.message}).`
        : `The details could not be read: ${failure.message}`}
    </p>
  );
}

function Parts({ details }: { details: BundleDetails }) {
  return (
    <>
      <Part title="Checks">
        <Checks details={details} />
      </Part>
      {details.targets.length > 0 ? (
        <Part title="Targets">
          <ul className={styles.list}>
            {details.targets.map((target) => (
              <li key={target.platform} className={styles.line}>
                <span>{target.platform}</span>
                <span className={styles.soft}>{targetText(target, details.size)}</span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      <Part title={`Files (${details.fileCount.toLocaleString()})`}>
        <BundleFiles files={details.files} total={details.fileCount} />
      </Part>
      <Part title="History">
        <ol className={styles.list}>
          {details.history.map((step) => (
            <li key={`${step.status} ${step.at}`} className={styles.line}>
              <span>{bundleLook(step.status).word}</span>
              <time className={styles.soft} dateTime={step.at}>
                {momentText(momentOf(step.at), true)}
              </time>
            </li>
          ))}
        </ol>
      </Part>
    </>
  );
}

function Checks({ details }: { details: BundleDetails }) {
  if (details.problems.length > 0) {
    return (
      <ul className={styles.list}>
        {details.problems.map((problem) => (
          <li key={`${problem.rule} ${problem.entry ?? ''}`} className={styles.problem}>
            <strong>{problem.message}</strong>
            <span className={styles.soft}>
              Rule {problem.rule}
              {problem.entry === null ? '' : `, entry ${problem.entry}`}
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return <p className={styles.soft}>{checksText(details.status)}</p>;
}

function checksText(status: string): string {
  if (status === 'validating') return 'The archive is being checked.';
  if (status === 'failed') return 'The checks failed; the server gave no reasons.';
  return 'Every entry was read and checked: nothing was found.';
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>{title}</h3>
      {children}
    </section>
  );
}
