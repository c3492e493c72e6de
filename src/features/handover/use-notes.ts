import { useState } from 'react';
import type { HandoverNote } from '../../../contract/shapes/handover.ts';
import { useAction } from '../../client/actions.ts';
import { HANDOVER_DRAFT } from '../../client/markers.ts';
import { deviceStorage } from '../../shared/storage.ts';

/** Writing and removing notes. */
export interface NoteActions {
  /** What is typed and not added yet. */
  readonly draft: string;
  readonly adding: boolean;
  /** Why the last try to add it failed. */
  readonly problem: string | undefined;
  /** Id of the note that is being removed. */
  readonly removing: number | undefined;
  readonly onDraft: (text: string) => void;
  readonly onAdd: () => void;
  readonly onRemove: (note: HandoverNote) => void;
}

export function useNotes(): NoteActions {
  const [draft, setDraft] = useState(() => deviceStorage.get(HANDOVER_DRAFT) ?? '');
  const addition = useAction('addHandoverNote', { success: 'Note added' });
  const removal = useAction('removeHandoverNote', {
    success: 'Note removed',
    failure: 'The note could not be removed',
  });
  function change(text: string): void {
    setDraft(text);
    if (text === '') deviceStorage.remove(HANDOVER_DRAFT);
    else deviceStorage.set(HANDOVER_DRAFT, text);
  }
  return {
    draft,
    adding: addition.isPending,
    problem: addition.error?.userMessage,
    removing: removal.isPending ? Number(removal.variables.params.id) : undefined,
    onDraft: change,
    onAdd: () => addition.mutate({ text: draft }, { onSuccess: () => change('') }),
    onRemove: ({ id }) => removal.mutate({ params: { id: String(id) } }),
  };
}
