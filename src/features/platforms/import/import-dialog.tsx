import {
  Alert,
  Badge,
  Button,
  Checkbox,
  FileButton,
  Group,
  List,
  Modal,
  Stack,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import { Allowed } from '../../../ui/allowed.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { useFirstRows } from '../../../ui/first-rows.tsx';
import type { DialogProps } from '../../../ui/lazy-dialog.tsx';
import { kindName } from '../kinds/kinds.ts';
import styles from '../platforms.module.css';
import { textOf } from './candidate.ts';
import { canBeTaken, isTaken, type Row, useImport } from './use-import.ts';

interface ImportDialogProps extends DialogProps {
  onAdded: () => void;
}

/** Adds the platforms of a file, after a look at each. */
export function ImportDialog({ opened, onClose, onAdded }: ImportDialogProps) {
  const [isRevealing, setRevealing] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setRevealing(false)}
      size="lg"
      title="Import platforms"
      // A click beside it, or one key, would lose addresses that are shown once.
      closeOnClickOutside={!isRevealing}
      closeOnEscape={!isRevealing}
    >
      <Import onClose={onClose} onAdded={onAdded} onReveal={() => setRevealing(true)} />
    </Modal>
  );
}

interface ImportProps extends Omit<ImportDialogProps, 'opened'> {
  onReveal: () => void;
}

function Import({ onClose, onAdded, onReveal }: ImportProps) {
  const { rows, added, error, isPending, choose, toggle, add } = useImport({ onAdded, onReveal });
  // What was added needs no second look; the addresses above do.
  const shown = added ? rows?.filter(({ id }) => id === null) : rows;
  return (
    <Stack gap="md">
      {rows ? null : <Sources />}
      <Said added={added} rows={rows} />
      {added && rows ? <Reports rows={rows} /> : null}
      <Preview rows={shown} onToggle={added ? undefined : toggle} />
      {error ? (
        <Alert color="red" role="alert" title="It was not imported">
          {error}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button onClick={onClose}>{added ? 'Done' : 'Cancel'}</Button>
        {added ? null : (
          <FileButton accept=".json,.csv,.yaml,.yml" onChange={choose}>
            {(props) => (
              <Button {...props} variant={rows ? 'default' : 'filled'} loading={isPending && !rows}>
                {rows ? 'Choose another file' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
        )}
        {rows && !added ? <AddButton rows={rows} isPending={isPending} onAdd={add} /> : null}
      </Group>
    </Stack>
  );
}

interface AddButtonProps {
  rows: readonly Row[];
  isPending: boolean;
  onAdd: () => void;
}

function AddButton({ rows, isPending, onAdd }: AddButtonProps) {
  const count = rows.filter(isTaken).length;
  return (
    <Allowed
      call="importPlatforms"
      unless={count === 0 ? 'None of these can be added.' : undefined}
    >
      <Button variant="filled" loading={isPending} onClick={onAdd}>
        {count === 1 ? 'Add 1 platform' : `Add ${count} platforms`}
      </Button>
    </Allowed>
  );
}

/** Which files can be read. */
function Sources() {
  return (
    <>
      <List size="sm" spacing={4} listStyleType="disc">
        <List.Item>
          Uptime Kuma: its JSON backup, or the table “monitor” of its database as CSV or JSON
        </List.Item>
        <List.Item>Gatus: its configuration in YAML, also in a ConfigMap of Kubernetes</List.Item>
        <List.Item>A mesh configuration, such as an export of this screen</List.Item>
        <List.Item>
          Any CSV with the columns name and address, and kind, id or runbook if you like
        </List.Item>
      </List>
      <Text size="sm">
        Nothing is added before you have seen what becomes of each. Timeouts, notifications and
        history stay behind.
      </Text>
    </>
  );
}

const STATES = ['Left out', 'Changed', 'Taken'];
const COLORS = ['yellow', 'blue', 'green'];

const rankOf = (row: Row): number => (canBeTaken(row) ? (row.changes?.length ? 1 : 2) : 0);
const stateOf = (row: Row): number => (isTaken(row) ? rankOf(row) : 0);

interface SaidProps {
  added: string | undefined;
  rows: readonly Row[] | undefined;
}

/** What a screen reader says by itself: never the whole list. */
function Said({ added, rows }: SaidProps) {
  return (
    <div role="status">
      {added ? (
        <Alert role="group" color="green">
          {added}
        </Alert>
      ) : null}
      {!added && rows ? (
        <Text size="sm" fw={500}>
          {countsText(rows)}
        </Text>
      ) : null}
    </div>
  );
}

/** @returns what becomes of how many */
const countsText = (rows: readonly Row[]): string =>
  STATES.map((word, state) => `${word} ${rows.filter((row) => stateOf(row) === state).length}`)
    .toReversed()
    .join(' · ');

interface PreviewProps {
  rows: readonly Row[] | undefined;
  /** By its place; undefined: it is too late. */
  onToggle: ((place: number) => void) | undefined;
}

function Preview({ rows = [], onToggle }: PreviewProps) {
  // A row stays where it is when it is left out.
  const sorted = rows.toSorted((one, other) => rankOf(one) - rankOf(other));
  const [shown, more] = useFirstRows(sorted, 'rows of the file');
  if (rows.length === 0) return null;
  return (
    <section aria-label="Rows of the file">
      <ul className={styles.preview}>
        {shown.map((row) => (
          <li key={row.place} className={styles.text}>
            <div className={styles.title}>
              {onToggle && canBeTaken(row) ? (
                <Checkbox
                  size="xs"
                  aria-label={`Add ${row.name}`}
                  checked={isTaken(row)}
                  onChange={() => onToggle(row.place)}
                />
              ) : null}
              <b>{row.name || 'Without a name'}</b>
              <Badge color={COLORS[stateOf(row)] ?? ''}>{STATES[stateOf(row)]}</Badge>
              {row.paused && isTaken(row) ? <Badge color="gray">Paused</Badge> : null}
            </div>
            <p>
              {[placeText(row), ...(row.changes ?? []), row.reason].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

function placeText({ platform = {} }: Row): string {
  const { kind, url, address, host, port } = platform;
  const place = textOf(url ?? address ?? host);
  const whole = port === undefined ? place : `${place}:${textOf(port)}`;
  return [kindName(textOf(kind)), whole].filter(Boolean).join(' ');
}

/** The addresses that those which report themselves call from now on. */
function Reports({ rows }: { rows: readonly Row[] }) {
  const reporting = rows.filter(({ report }) => report);
  if (reporting.length === 0) return null;
  return (
    <>
      <Alert color="yellow">Copy these addresses now: they are not shown again.</Alert>
      {reporting.map(({ id, name, report }) => (
        <CopyField key={id} label={name} value={`${location.origin}${report}`} />
      ))}
    </>
  );
}
