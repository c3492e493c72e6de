import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { momentText, timeText } from '../../domain/moment.ts';
import { type Judged, problemsFirst } from '../../domain/verdict.ts';
import type { DataRead } from '../../shared/model.ts';
import { statusWord } from '../../ui/status-mark.tsx';
import styles from './print.module.css';

interface PrintHeadProps {
  /** Of the product and of the page. */
  title: string;
  connections: DataRead<readonly Judged<Connection>[]>;
}

/** What paper has instead of header and sidebar: what it shows, of when it is, and how the platforms were. */
export function PrintHead({ title, connections }: PrintHeadProps) {
  const { data: platforms = [], age, at } = connections;
  const [printedAt, setPrintedAt] = useState<number>();
  useEffect(() => {
    // What React would render later is not on the paper.
    const note = () => flushSync(() => setPrintedAt(Date.now()));
    addEventListener('beforeprint', note);
    return () => removeEventListener('beforeprint', note);
  }, []);
  if (printedAt === undefined) return null;
  return (
    <section className={styles.head} aria-label="Printed page">
      <p className={styles.title}>{title}</p>
      <p>Printed {momentText(printedAt)}</p>
      {platforms.length > 0 ? (
        <table>
          <caption>
            Platforms{at === undefined ? '' : ` as of ${momentText(at, true)}`}
            {age === 'fresh' ? '' : ', last known'}
          </caption>
          <tbody>
            {problemsFirst(platforms).map(({ id, domain, status, maintenanceUntil }) => (
              <tr key={id}>
                <th scope="row">{domain}</th>
                <td>{age === 'unknown' ? 'Unknown' : stateText(status, maintenanceUntil)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

const stateText = (status: string, maintenanceUntil: number | undefined): string =>
  status === 'maintenance' && maintenanceUntil !== undefined
    ? `${statusWord(status)} until ${timeText(maintenanceUntil)}`
    : statusWord(status);
