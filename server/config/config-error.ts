import * as z from 'zod/mini';
import { formatIssue } from '../base/zod-message.ts';

/** A setting that cannot be used; the message names it and says what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * @param kind of the settings, for the message
 * @throws ConfigError that names every value which does not fit
 */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  kind: string,
): z.output<Schema> {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => formatIssue([issue], 'the whole'));
  throw new ConfigError(`${kind} ${wrong.join(' ')}`);
}

export const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error);
