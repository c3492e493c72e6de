import type { PushKind, Severity } from '../../contract/limits.ts';
import type { PushMessage } from '../../contract/shapes/push.ts';

/** The text of an alert: short enough for a locked screen, and still true when it is read later. */
export interface AlertMessage extends Omit<PushMessage, 'id'> {
  readonly kind: PushKind;
  readonly severity: Severity;
}
