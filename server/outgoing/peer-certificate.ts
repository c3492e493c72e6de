import { X509Certificate } from 'node:crypto';
import type { PeerCertificate as TlsCertificate } from 'node:tls';

/** What is known of the certificate that a platform has shown. */
export interface PeerCertificate {
  /** Epoch milliseconds. */
  readonly notAfter: number;
  readonly issuer: string;
  /** That it is for. */
  readonly names: readonly string[];
}

/** What others write is as long as they like. */
const NAMES_MAX = 20;
const TEXT_MAX = 253;

/** @returns undefined where there is none, as of a socket that is closed */
export function readPeerCertificate(
  certificate: Partial<TlsCertificate> | null,
): PeerCertificate | undefined {
  const { subject, issuer, subjectaltname = '', valid_to: end = '' } = certificate ?? {};
  const notAfter = Date.parse(end);
  if (Number.isNaN(notAfter)) return undefined;
  const others = [...subjectaltname.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(
    ([, one]) => one,
  );
  const names = others.length === 0 ? [subject?.CN] : others;
  return {
    notAfter,
    issuer: nameText(issuer?.O ?? issuer?.CN) || 'nobody',
    names: names.map(nameText).filter(Boolean).slice(0, NAMES_MAX),
  };
}

/** @param pem the certificate comes first in it */
export const readOwnCertificate = (pem: Buffer): PeerCertificate | undefined =>
  readPeerCertificate(new X509Certificate(pem).toLegacyObject());

const nameText = (value: string | readonly string[] | undefined): string =>
  String(value ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX);
