import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileZip } from '@tabler/icons-react';
import { Button } from '../button/button.tsx';
import { isZip } from './chosen-file.ts';
import styles from './upload-dialog.module.css';

const NOT_A_ZIP = { code: 'file-invalid-type', message: 'Not a ZIP file' };

interface DropAreaProps {
  onFile: (file: File) => void;
  /** Something else than one ZIP was dropped or chosen. */
  onInvalid: () => void;
}

/**
 * Takes one ZIP by drop or browse. The area itself takes no keyboard focus, the button in it does; the
 * button's click bubbles to the area, which opens the browser's file choice for both.
 */
export function DropArea({ onFile, onInvalid }: DropAreaProps) {
  return (
    <Dropzone
      multiple={false}
      validator={(file) => (isZip(file) ? null : NOT_A_ZIP)}
      inputProps={{ accept: '.zip', 'aria-label': 'ZIP file' }}
      activateOnKeyboard={false}
      enablePointerEvents
      onDrop={(files) => files[0] && onFile(files[0])}
      onReject={onInvalid}
      className={styles.drop ?? ''}
    >
      <div className={styles.dropInner}>
        <IconFileZip className={styles.dropIcon} aria-hidden="true" />
        <p className={styles.dropText}>Drop a ZIP file here</p>
        <p className={styles.dropHint}>or choose one from this device</p>
        <Button>Browse files</Button>
      </div>
    </Dropzone>
  );
}
