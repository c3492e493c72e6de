import { DateTime } from 'luxon';

/**
 * A moment by the clocks of a zone. A zone that this machine does not know, as after a restore elsewhere, counts as UTC: an invalid
 * time compares with nothing, and whoever looks for the next one would look for ever.
 *
 * @param ms epoch milliseconds
 */
export function zonedTime(ms: number, zone: string): DateTime {
  const at = DateTime.fromMillis(ms, { zone });
  return at.isValid ? at : DateTime.fromMillis(ms, { zone: 'utc' });
}
