import { Alert, Box, Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useForm } from '@mantine/form';
import { IconFileZip, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { PRIORITIES, PRIORITY_DEFAULT, type Priority } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { priorityText } from '../../domain/bundle-state.ts';
import type { Age } from '../../shared/model.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { scrollTo } from '../../ui/dialog-form.tsx';
import { focusIfLost } from '../../ui/lazy-dialog.tsx';
import { isZip, megabytesText, notifyInvalidFile, notifyNoFile } from './chosen-file.ts';
import { targetsOf } from './deploy-targets.ts';
import { UploadProgress } from './outbox-row.tsx';
import { TargetChoice } from './target-choice.tsx';
import styles from './upload-dialog.module.css';
import type { Uploading } from './use-upload.ts';

interface UploadDialogProps {
  opened: boolean;
  /** A file that came from outside; each is taken into the form once. */
  given?: File | undefined;
  /** All platforms of the mesh; all are chosen at first. */
  connections: readonly Connection[];
  /** How far their states can be trusted. */
  age: Age;
  /** Larger files are refused; undefined where the server does not say. */
  maxBytes?: number | undefined;
  /** The upload that this dialog begins. */
  uploading: Uploading;
  /** What there is to say about a file before it is sent. */
  fileNote?: (file: File) => ReactNode;
  onClose: () => void;
}

interface UploadValues {
  file: File | undefined;
  /** Names of platforms: all others are chosen, also those that become known later. */
  leftOut: readonly string[];
  priority: Priority;
}

const EMPTY: UploadValues = { file: undefined, leftOut: [], priority: PRIORITY_DEFAULT };

const PRIORITY_OPTIONS = PRIORITIES.map((value) => ({ value, label: priorityText(value) }));

/** Sends one ZIP bundle. Empties itself on close and on success; a failure leaves everything as it was. */
export function UploadDialog(props: UploadDialogProps) {
  const {
    opened,
    given,
    connections,
    age,
    maxBytes = Number.POSITIVE_INFINITY,
    uploading,
    fileNote,
  } = props;
  const { pending, item, problem } = uploading;
  const refused = useDisabledReason('upload');
  const form = useForm<UploadValues>({ initialValues: EMPTY });
  const { file, leftOut, priority } = form.values;
  const targets = targetsOf(null, connections);
  const chosen = targets.map(({ name }) => name).filter((name) => !leftOut.includes(name));

  const isTooLarge = file !== undefined && file.size > maxBytes;

  const setFile = (next: File | undefined) => form.setFieldValue('file', next);
  useGivenFile(pending ? undefined : given, setFile);

  function close(): void {
    form.reset();
    uploading.forgetProblem();
    props.onClose();
  }

  function cancel(): void {
    if (pending) uploading.cancel();
    close();
  }

  async function send(): Promise<void> {
    if (!file) return notifyNoFile();
    if (isTooLarge) return;
    if (await uploading.upload({ file, targetPlatforms: chosen, priority })) close();
  }

  return (
    <Modal opened={opened} onClose={close} title="Upload Sovereign ZIP Bundle" size="lg">
      <form onSubmit={form.onSubmit(() => void send())}>
        <Stack gap="md">
          <div role="status">
            {refused ? (
              <Alert color="yellow" role="group">
                {refused}
              </Alert>
            ) : null}
          </div>
          {file ? (
            <ChosenFile file={file} disabled={pending} onRemove={() => setFile(undefined)} />
          ) : (
            <DropArea onFile={setFile} />
          )}
          <div role="status">
            {isTooLarge ? (
              <Alert color="red" role="group">
                This server takes bundles of at most {megabytesText(maxBytes)}.
              </Alert>
            ) : (
              file && fileNote?.(file)
            )}
          </div>
          <TargetChoice
            targets={targets}
            connections={connections}
            age={age}
            value={chosen}
            onChange={(names) =>
              form.setFieldValue(
                'leftOut',
                targets.map(({ name }) => name).filter((name) => !names.includes(name)),
              )
            }
          />
          <NativeSelect
            label="Deployment Priority"
            data={PRIORITY_OPTIONS}
            {...form.getInputProps('priority')}
          />
          {item ? <UploadProgress row={item} /> : null}
          {problem ? (
            <Alert ref={scrollTo} color="red" role="alert">
              {problem}
            </Alert>
          ) : null}
          <Group justify="flex-end" gap="xs">
            {pending ? (
              <Text size="sm" c="dimmed" flex="1 1 12rem">
                Cancel stops this upload. It goes on when you only close this window.
              </Text>
            ) : null}
            <Button onClick={cancel}>Cancel</Button>
            <Allowed call="upload">
              <Button
                type="submit"
                variant="filled"
                loading={pending}
                disabled={!file || isTooLarge}
              >
                Upload &amp; Validate
              </Button>
            </Allowed>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** A newly given file takes the place of the chosen one, once. */
function useGivenFile(given: File | undefined, onFile: (file: File) => void): void {
  const taken = useRef<File>(undefined);
  useEffect(() => {
    if (!given || given === taken.current) return;
    taken.current = given;
    onFile(given);
  });
}

interface ChosenFileProps {
  file: File;
  /** While it is sent the file stays. */
  disabled: boolean;
  onRemove: () => void;
}

function ChosenFile({ file, disabled, onRemove }: ChosenFileProps) {
  return (
    <Group gap="sm" px="md" py="sm" bg="var(--page-background)" bdrs="md">
      <IconFileZip size={28} aria-hidden="true" />
      <Box flex="1 1 10rem" miw={0}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Text>
        <Text size="sm" c="dimmed">
          {megabytesText(file.size)}
        </Text>
      </Box>
      <Button
        ref={focusIfLost}
        data-autofocus
        leftSection={<IconTrash size={16} />}
        disabled={disabled}
        onClick={onRemove}
      >
        Remove File
      </Button>
    </Group>
  );
}

const NOT_A_ZIP = { code: 'file-invalid-type', message: 'Not a ZIP file' };

/**
 * Takes one ZIP by drop or browse. The area itself takes no keyboard focus, the button in it does; the
 * button's click bubbles to the area, which opens the browser's file choice for both.
 */
function DropArea({ onFile }: { onFile: (file: File) => void }) {
  return (
    <Dropzone
      multiple={false}
      validator={(file) => (isZip(file) ? null : NOT_A_ZIP)}
      inputProps={{ accept: '.zip', 'aria-label': 'ZIP file' }}
      activateOnKeyboard={false}
      enablePointerEvents
      // What is dropped beside it opens this dialog too.
      preventDropOnDocument={false}
      onDrop={(files) => files[0] && onFile(files[0])}
      onReject={notifyInvalidFile}
    >
      <Stack align="center" gap="xs">
        <IconFileZip size={32} aria-hidden="true" />
        <Text fw={500} className={styles.dropText}>
          Drop a ZIP file here
        </Text>
        <Button ref={focusIfLost} data-autofocus>
          Browse files
        </Button>
      </Stack>
    </Dropzone>
  );
}
