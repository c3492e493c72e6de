import { DAY_MS } from './limits.ts';

/** How many days before its end a certificate is alerted of, and more severely. */
export const CERTIFICATE_DAYS = { warning: 21, error: 7 } as const;

/** @returns how urgent it is to renew a certificate; undefined: not yet */
export function certificateLevel(
  notAfter: number,
  now: number,
): keyof typeof CERTIFICATE_DAYS | undefined {
  const days = (notAfter - now) / DAY_MS;
  if (days > CERTIFICATE_DAYS.warning) return undefined;
  return days > CERTIFICATE_DAYS.error ? 'warning' : 'error';
}
