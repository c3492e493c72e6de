import * as z from 'zod/mini';

/** Every error answer of the server. `message` is a sentence for the person who waits. */
export const ErrorAnswerSchema = z.object({ message: z.string() });
export type ErrorAnswer = z.infer<typeof ErrorAnswerSchema>;
