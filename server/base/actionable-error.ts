/** Why this program cannot start or go on, as whoever runs it can change; the message says how. No stack trace is printed. */
export class ActionableError extends Error {
  override readonly name: string = 'ActionableError';
}
