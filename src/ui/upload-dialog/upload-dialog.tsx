import { IconShieldCheck } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PRIORITIES, PRIORITY_DEFAULT, type Priority } from '../../../contract/limits.ts';
import { priorityText } from '../bundle-table/priority-text.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { SelectField } from '../field/select-field.tsx';
import { Chosen } from './chosen.tsx';
import { DropArea } from './drop-area.tsx';
import { type TargetPlatform, TargetPlatforms } from './target-platforms.tsx';
import styles from './upload-dialog.module.css';

export interface UploadChoice {
  readonly file: File;
  /** Names of the platforms. */
  readonly targetPlatforms: string[];
  readonly priority: Priority;
}

interface UploadDialogProps {
  opened: boolean;
  /** A file that came from outside; each is taken into the form once. */
  given?: File | undefined;
  /** All platforms of the mesh; all are chosen at first. */
  platforms: readonly TargetPlatform[];
  /** An upload is under way. */
  pending: boolean;
  /** How far it has got. */
  progress?: ReactNode;
  /** Why the last try failed. */
  problem: string | undefined;
  onClose: () => void;
  /** @returns whether the server took it: only then is the form emptied and closed */
  onUpload: (choice: UploadChoice) => Promise<boolean>;
  onNoFile: () => void;
  onInvalidFile: () => void;
}

const NONE: ReadonlySet<string> = new Set();

const PRIORITY_OPTIONS = PRIORITIES.map((value) => ({ value, text: priorityText(value) }));

/** Sends one ZIP bundle. Empties itself on close and on success; a failure leaves everything as it was. */
export function UploadDialog(props: UploadDialogProps) {
  const { opened, given, platforms, pending, progress, problem } = props;
  const { onUpload, onNoFile, onInvalidFile } = props;
  const [file, setFile] = useGivenFile(pending ? undefined : given);
  const [leftOut, setLeftOut] = useState(NONE);
  const [priority, setPriority] = useState<Priority>(PRIORITY_DEFAULT);

  function close(): void {
    setFile(undefined);
    setLeftOut(NONE);
    setPriority(PRIORITY_DEFAULT);
    props.onClose();
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!file) return onNoFile();
    const names = platforms.map(({ name }) => name);
    const targetPlatforms = names.filter((name) => !leftOut.has(name));
    if (await onUpload({ file, targetPlatforms, priority })) close();
  }

  return (
    <Dialog opened={opened} title="Upload Sovereign ZIP Bundle" onClose={close}>
      <form className={styles.form} onSubmit={send}>
        {file ? (
          <Chosen file={file} disabled={pending} onRemove={() => setFile(undefined)} />
        ) : (
          <DropArea onFile={setFile} onInvalid={onInvalidFile} />
        )}
        <TargetPlatforms platforms={platforms} leftOut={leftOut} onChange={setLeftOut} />
        <SelectField
          label="Deployment Priority"
          options={PRIORITY_OPTIONS}
          value={priority}
          onChange={(value) =>
            setPriority(PRIORITIES.find((name) => name === value) ?? PRIORITY_DEFAULT)
          }
        />
        {progress}
        {problem ? (
          <p ref={scrollTo} className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <div className={styles.buttons}>
          <Button onClick={close}>{pending ? 'Close, and send on' : 'Cancel'}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={pending}
            disabled={!file}
            icon={<IconShieldCheck aria-hidden="true" />}
          >
            Upload &amp; Validate
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What a person has to read is on the screen, however long the form. */
const scrollTo = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });

/** The chosen file, which a newly given one takes the place of. */
function useGivenFile(given: File | undefined) {
  const [file, setFile] = useState<File>();
  const [taken, setTaken] = useState<File>();
  if (given && given !== taken) {
    setTaken(given);
    setFile(given);
  }
  return [file, setFile] as const;
}
