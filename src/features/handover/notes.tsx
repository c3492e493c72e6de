import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { TEXT_MAX } from '../../../contract/limits.ts';
import type { HandoverNote } from '../../../contract/shapes/handover.ts';
import { momentText } from '../../shared/moment.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { Allowed } from '../shell/allowed.tsx';
import styles from './handover.module.css';
import { Nothing, Part } from './part.tsx';
import type { NoteActions } from './use-notes.ts';

interface NotesProps {
  notes: DataRead<readonly HandoverNote[]>;
  actions: NoteActions;
}

/** What one shift writes down for the next. */
export function Notes({ notes, actions }: NotesProps) {
  const [asked, setAsked] = useState<HandoverNote>();
  const [opened, setOpened] = useState(false);
  const ask = (note: HandoverNote) => {
    setAsked(note);
    setOpened(true);
  };
  return (
    <Part title="Notes" read={notes}>
      {(list) => (
        <>
          <AddNote {...actions} />
          {list.length === 0 ? <Nothing text="No notes yet" /> : null}
          <ul>
            {list.map((note) => (
              <Stack key={note.id} component="li" gap={0} className={styles.row ?? ''}>
                <Group justify="space-between" gap="xs">
                  <Text size="xs" c="dimmed">
                    <b>{note.by}</b>, {momentText(note.at)}
                  </Text>
                  <Allowed call="removeHandoverNote">
                    <Button
                      size="xs"
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove the note of ${note.by}, ${momentText(note.at)}`}
                      loading={actions.removing === note.id}
                      onClick={() => ask(note)}
                    >
                      Remove
                    </Button>
                  </Allowed>
                </Group>
                <Text size="sm" className={styles.text ?? ''}>
                  {note.text}
                </Text>
              </Stack>
            ))}
          </ul>
          <ConfirmDialog
            opened={opened}
            title="Remove this note?"
            text={asked ? `“${excerpt(asked.text)}” by ${asked.by} is removed for everybody.` : ''}
            confirm="Remove"
            onConfirm={() => {
              setOpened(false);
              if (asked) actions.onRemove(asked);
            }}
            onClose={() => setOpened(false)}
          />
        </>
      )}
    </Part>
  );
}

const EXCERPT_CHARS = 120;

const excerpt = (text: string) =>
  text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text;

/** A note that could not be sent stays in its field, and on this device. */
function AddNote({ draft, adding, problem, onDraft, onAdd }: NoteActions) {
  const isEmpty = draft.trim() === '';
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) onAdd();
  };
  return (
    <Stack component="form" gap="xs" px="md" pb="md" data-screen-only onSubmit={add}>
      <Textarea
        label="New note"
        description="For the next shift. What is typed is kept on this device until it is added."
        maxLength={TEXT_MAX.handoverNote}
        autosize
        minRows={3}
        maxRows={12}
        readOnly={adding}
        value={draft}
        onChange={({ currentTarget }) => onDraft(currentTarget.value)}
      />
      {problem ? (
        <Alert color="red" role="alert">
          Not added: {problem}
        </Alert>
      ) : null}
      <Allowed call="addHandoverNote">
        <Button type="submit" variant="filled" mr="auto" disabled={isEmpty} loading={adding}>
          Add note
        </Button>
      </Allowed>
    </Stack>
  );
}
