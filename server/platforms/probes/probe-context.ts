import { DAY_MS } from '../../../contract/limits.ts';
import { dayOf } from '../../config/certificate.ts';
import type { AddressPolicy } from '../../outgoing/addresses.ts';
import type { ConnectOptions, Waiting } from '../../outgoing/connect.ts';
import type { PeerCertificate } from '../../outgoing/peer-certificate.ts';

export interface ProbeContext extends Waiting {
  readonly guard: AddressPolicy;
  /** Certificates (PEM) of authorities that are trusted beside the public ones. */
  readonly ca: string | undefined;
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** Called with each step that was done, as a sentence for people. */
  readonly say: (text: string) => void;
  /** Called with each that a host has shown and that is trusted as far as the platform wants it. */
  readonly onCertificate: (certificate: PeerCertificate) => void;
}

/** @returns how a probe connects, which says each step */
export const connectOptions = (context: ProbeContext): ConnectOptions => ({
  policy: context.guard,
  ca: context.ca,
  events: {
    onAddresses: (host, addresses) => context.say(`${host} resolves to ${addresses.join(', ')}`),
    onConnect: (address, port, ms) =>
      context.say(`Connected to ${address} port ${port} in ${Math.round(ms)} ms`),
    onCertificate(certificate, isTrusted) {
      const trust = isTrusted ? '' : ', which nobody vouches for';
      context.say(`${describeCertificate(certificate, context.now())}${trust}`);
      context.onCertificate(certificate);
    },
  },
});

function describeCertificate({ notAfter, issuer, names }: PeerCertificate, now: number): string {
  const days = Math.floor((notAfter - now) / DAY_MS);
  const [name = 'no name'] = names;
  return `Certificate of ${name} by ${issuer}, valid until ${dayOf(notAfter)} (${days} days)`;
}
