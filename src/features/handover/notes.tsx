import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { HandoverNote } from '../../../contract/shapes/handover.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { keptName } from '../../device/markers.ts';
import { deviceStorage } from '../../device/storage.ts';
import { momentText } from '../../domain/moment.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import styles from './handover.module.css';
import { Nothing, Part } from './part.tsx';

/** What one shift writes down for the next. */
export function Notes({ notes }: { notes: DataRead<readonly HandoverNote[]> }) {
  return (
    <Part title="Notes" read={notes}>
      {(list) => (
        <>
          <AddNote />
          {list.length === 0 ? <Nothing text="No notes yet" /> : null}
          <ul>
            {list.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

function Note({ note: { id, by, at, text } }: { note: HandoverNote }) {
  const { isPending, mutate: remove } = useAction('removeHandoverNote', {
    success: 'Note removed',
    failure: 'The note could not be removed',
  });
  return (
    <Stack component="li" gap={0} className={styles.row ?? ''}>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          <b>{by}</b>, {momentText(at)}
        </Text>
        <Allowed call="removeHandoverNote">
          <ConfirmButton
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`Remove the note of ${by}, ${momentText(at)}`}
            loading={isPending}
            question={{
              title: 'Remove this note?',
              text: `“${excerpt(text)}” by ${by} is removed for everybody.`,
              confirm: 'Remove',
            }}
            onConfirm={() => remove({ params: { id: String(id) } })}
          >
            Remove
          </ConfirmButton>
        </Allowed>
      </Group>
      <Text size="sm" className={styles.text ?? ''}>
        {text}
      </Text>
    </Stack>
  );
}

const EXCERPT_CHARS = 120;

const excerpt = (text: string) =>
  text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text;

/** A note that could not be sent stays in its field, and on this device. */
function AddNote() {
  const [draft, setDraft] = useState(() => deviceStorage.get(keptName('handover-draft')) ?? '');
  const { error, isPending, mutate } = useAction('addHandoverNote', { success: 'Note added' });
  const isEmpty = draft.trim() === '';
  function change(text: string): void {
    setDraft(text);
    if (text === '') deviceStorage.remove(keptName('handover-draft'));
    else deviceStorage.set(keptName('handover-draft'), text);
  }
  function add(event: FormEvent): void {
    event.preventDefault();
    if (!isEmpty) mutate({ text: draft }, { onSuccess: () => change('') });
  }
  return (
    <Stack component="form" gap="xs" px="md" pb="md" data-screen-only onSubmit={add}>
      <Textarea
        label="New note"
        description="For the next shift. What is typed is kept on this device until it is added."
        maxLength={TEXT_MAX.handoverNote}
        autosize
        minRows={3}
        maxRows={12}
        readOnly={isPending}
        value={draft}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {error ? (
        <Alert color="red" role="alert">
          Not added: {error.userMessage}
        </Alert>
      ) : null}
      <Allowed call="addHandoverNote">
        <Button type="submit" variant="filled" mr="auto" disabled={isEmpty} loading={isPending}>
          Add note
        </Button>
      </Allowed>
    </Stack>
  );
}
