import { IconArchive, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { Button } from '../button/button.tsx';
import { Empty } from '../empty/empty.tsx';
import { Pager } from '../pager/pager.tsx';
import { Panel } from '../panel/panel.tsx';
import { ReadFailed } from '../reading-note/read-failed.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import { type ReadingState, troubleOf } from '../reading-note/reading-state.ts';
import { BundleRow } from './bundle-row.tsx';
import { BundleRowPlaceholders } from './bundle-row-placeholders.tsx';
import styles from './bundle-table.module.css';

/** Rows of a page: thousands of bundles cost no more than these. */
const PAGE_ROWS = 50;

interface BundleTableProps {
  /** Newest first; undefined until they have been read. */
  bundles: readonly Bundle[] | undefined;
  reading: ReadingState;
  /** The bundle whose deployment has been asked for and not answered yet. */
  deploying: Bundle['id'] | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
  onUpload: () => void;
  /** Undefined where the server does not deploy. */
  onDeploy: ((bundle: Bundle) => void) | undefined;
  onDetails: (bundle: Bundle) => void;
}

/** The ZIP bundles: a table where there is room, a list of cards on a phone. */
export function BundleTable(props: BundleTableProps) {
  const { bundles, reading, now, onUpload } = props;
  return (
    <Panel
      flush
      title="ZIP Bundles"
      actions={<UploadButton onUpload={onUpload} kind="quiet" text="Upload ZIP Bundle" />}
      footer={bundles && troubleOf(reading) ? <ReadingNote reading={reading} now={now} /> : null}
      aria-busy={!bundles && !reading.failure}
      data-read="bundles"
    >
      <Content {...props} />
    </Panel>
  );
}

function Content(props: BundleTableProps) {
  const { bundles, reading, onUpload } = props;
  if (!bundles && reading.failure) {
    return <ReadFailed text="The bundles could not be read" detail={reading.failure.message} />;
  }
  if (bundles?.length === 0) {
    return (
      <Empty
        text="No ZIP bundles uploaded"
        hint="A bundle is checked entry by entry before any platform is given it."
        icon={<IconArchive aria-hidden="true" />}
        action={<UploadButton onUpload={onUpload} kind="primary" text="Upload your first bundle" />}
      />
    );
  }
  return <Rows {...props} />;
}

function Rows({ bundles, deploying, onDeploy, onDetails }: BundleTableProps) {
  const [wanted, setWanted] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  const count = bundles?.length ?? 0;
  // Bundles may have been removed since the page was turned.
  const page = Math.max(0, Math.min(wanted, Math.ceil(count / PAGE_ROWS) - 1));
  const first = page * PAGE_ROWS;

  function turn(to: number): void {
    setWanted(to);
    area.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <div ref={area} className={styles.area}>
      <table className={styles.table}>
        <thead className={styles.head}>
          <tr>
            <th scope="col">Bundle Name</th>
            <th scope="col">Status</th>
            <th scope="col">Platform Target</th>
            <th scope="col">Upload Time</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody className={styles.body}>
          {bundles ? (
            bundles
              .slice(first, first + PAGE_ROWS)
              .map((bundle) => (
                <BundleRow
                  key={bundle.id}
                  bundle={bundle}
                  deploying={deploying === bundle.id}
                  onDeploy={onDeploy}
                  onDetails={onDetails}
                />
              ))
          ) : (
            <BundleRowPlaceholders />
          )}
        </tbody>
      </table>
      {count > PAGE_ROWS ? (
        <Pager label="Pages of bundles" {...{ page, count }} rows={PAGE_ROWS} onTurn={turn} />
      ) : null}
    </div>
  );
}

interface UploadButtonProps {
  onUpload: () => void;
  kind: 'primary' | 'quiet';
  text: string;
}

function UploadButton({ onUpload, kind, text }: UploadButtonProps) {
  return (
    <Button kind={kind} size="s" icon={<IconUpload aria-hidden="true" />} onClick={onUpload}>
      {text}
    </Button>
  );
}
