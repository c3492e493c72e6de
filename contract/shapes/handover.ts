import * as z from 'zod/mini';
import { TEXT_MAX } from '../limits.ts';

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

export const HandoverNotePayloadSchema = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX.handoverNote)),
});
