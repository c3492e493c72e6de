import { DAY_MS } from './limits.ts';

/** How many days before its end a certificate is alerted of, and more severely. */
export const CERTIFICATE_DAYS = { warning: 21, error: 7 } as const;
/** The same of a domain, whose renewal takes longer. */
export const DOMAIN_DAYS = { warning: 30, error: 7 } as const;

/** @returns how urgent it is to renew a certificate, or a domain; undefined: not yet */
export function certificateLevel(
  notAfter: number,
  now: number,
  limits: typeof CERTIFICATE_DAYS | typeof DOMAIN_DAYS = CERTIFICATE_DAYS,
): keyof typeof CERTIFICATE_DAYS | undefined {
  const days = (notAfter - now) / DAY_MS;
  if (days > limits.warning) return undefined;
  return days > limits.error ? 'warning' : 'error';
}
