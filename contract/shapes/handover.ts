import * as z from 'zod/mini';

/** What one shift writes down for the next. */
const HandoverNoteSchema = z.looseObject({
  id: z.number(),
  /** Username. */
  by: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  text: z.string(),
});
export type HandoverNote = z.infer<typeof HandoverNoteSchema>;

/** Newest first, at most `HANDOVER_NOTES_MAX`; older ones are deleted. */
export const HandoverNoteListSchema = z.array(HandoverNoteSchema);
