import * as z from 'zod/mini';

const HandoverNoteSchema = z.looseObject({
  id: z.number(),
  by: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  text: z.string(),
});
export type HandoverNote = z.infer<typeof HandoverNoteSchema>;

/** Newest first, at most `HANDOVER_NOTES_MAX`; older ones are deleted. */
export const HandoverNoteListSchema = z.array(HandoverNoteSchema);
