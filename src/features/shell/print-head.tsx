import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { momentText, timeText } from '../../domain/moment.ts';
import { listedName } from '../../domain/platform-name.ts';
import { type Judged, problemsFirst } from '../../domain/verdict.ts';
import type { DataRead } from '../../shared/model.ts';
import { statusWord } from '../../ui/status-mark.tsx';
import styles from './print.module.css';

interface PrintHeadProps {
  /** Of the product and of the page. */
  title: string;
  connections: DataRead<readonly Judged<Connection>[]>;
}

/** What paper has instead of header and sidebar: what it shows, of which node, of when it is, and how the platforms were. */
export function PrintHead({ title, connections }: PrintHeadProps) {
  const { data: platforms = [], age, at } = connections;
  const [printedAt, setPrintedAt] = useState<number>();
  // What React would render later is not on the paper.
  useWindowEvent('beforeprint', () => flushSync(() => setPrintedAt(Date.now())));
  if (printedAt === undefined) return null;
  return (
    <section className={styles.head} aria-label="Printed page">
      <p className={styles.title}>{title}</p>
      <p>
        Printed {momentText(printedAt)} from {location.host}
      </p>
      {platforms.length > 0 ? (
        <table>
          <caption>
            Platforms{at === undefined ? '' : ` as of ${momentText(at, true)}`}
            {age === 'fresh' ? '' : ', last known'}
          </caption>
          <tbody>
            {problemsFirst(platforms).map((platform) => (
              <tr key={platform.id}>
                <th scope="row">{listedName(platform)}</th>
                <td>{age === 'unknown' ? 'Unknown' : stateText(platform)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

const stateText = ({ status, maintenanceUntil }: Judged<Connection>): string =>
  status === 'maintenance' && maintenanceUntil !== undefined
    ? `${statusWord(status)} until ${timeText(maintenanceUntil)}`
    : statusWord(status);
