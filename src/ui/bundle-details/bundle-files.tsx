import { useState } from 'react';
import type { BundleFile } from '../../../contract/shapes/bundle.ts';
import { sizeText } from '../bundle-table/size-text.ts';
import { Button } from '../button/button.tsx';
import styles from './bundle-details.module.css';

/** Files drawn at first, and more for each press of the button below them. */
const FILES_STEP = 100;

interface BundleFilesProps {
  /** Those that the server lists. */
  files: readonly BundleFile[];
  /** How many the archive holds: the server may list fewer. */
  total: number;
}

/** The entries of the archive. */
export function BundleFiles({ files, total }: BundleFilesProps) {
  const [shown, setShown] = useState(FILES_STEP);
  if (files.length === 0) return <p className={styles.soft}>No files are listed.</p>;
  return (
    <>
      <ul className={styles.list}>
        {files.slice(0, shown).map((file) => (
          <li key={file.name} className={styles.line}>
            <code className={styles.file}>{file.name}</code>
            <span className={styles.soft} title={`${sizeText(file.compressedSize)} in the archive`}>
              {sizeText(file.size)}
            </span>
          </li>
        ))}
      </ul>
      {files.length > shown ? (
        <Button size="s" onClick={() => setShown(shown + FILES_STEP)}>
          Show {Math.min(FILES_STEP, files.length - shown)} more
        </Button>
      ) : null}
      {total > files.length && shown >= files.length ? (
        <p className={styles.soft}>
          {(total - files.length).toLocaleString()} more are in the archive and not listed.
        </p>
      ) : null}
    </>
  );
}
