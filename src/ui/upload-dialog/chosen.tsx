import { IconFileZip, IconTrash } from '@tabler/icons-react';
import { Button } from '../button/button.tsx';
import { megabytesText } from './chosen-file.ts';
import styles from './upload-dialog.module.css';

interface ChosenProps {
  file: File;
  /** While it is sent the file stays. */
  disabled: boolean;
  onRemove: () => void;
}

/** The file that was chosen, with a way to take it back. */
export function Chosen({ file, disabled, onRemove }: ChosenProps) {
  return (
    <div className={styles.chosen}>
      <IconFileZip className={styles.chosenIcon} aria-hidden="true" />
      <div className={styles.chosenFacts}>
        <p className={styles.chosenName}>{file.name}</p>
        <p className={styles.chosenSize}>{megabytesText(file.size)}</p>
      </div>
      <Button
        size="s"
        icon={<IconTrash aria-hidden="true" />}
        disabled={disabled}
        onClick={onRemove}
      >
        Remove File
      </Button>
    </div>
  );
}
