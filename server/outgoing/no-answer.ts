/** Why a call to the outside had no answer. The text completes "Archive is down: ...". */
export const NO_ANSWER = {
  'no-address': 'no address in the configuration',
  'forbidden-address': 'its name resolves to an inner address that the configuration does not name',
  'forbidden-target': 'this server does not call its address',
  unreachable: 'cannot be reached',
  'unknown-name': 'its name cannot be resolved',
  'no-network': 'this node has no network to reach it by',
  'no-name-service': 'its name cannot be resolved: this node reaches no name server',
  'name-failed': 'its name cannot be resolved: the name servers of its zone fail',
  'slow-name': 'its name was not resolved in time',
  'no-connection': 'no connection in time',
  'not-tls': 'it does not speak TLS at this address',
  'tls-failed': 'it refuses TLS as this server speaks it (version, cipher or client certificate)',
  'slow-tls': 'it accepts connections, but does not complete the TLS handshake',
  'wants-certificate': 'it wants a client certificate',
  'certificate-expired': 'certificate is not trusted: it has expired',
  'certificate-not-yet-valid': 'certificate is not trusted: it is not valid yet',
  'certificate-name': 'certificate is not trusted: it is for another name',
  'certificate-issuer': 'certificate is not trusted: its issuer is unknown',
  'too-late': 'no answer',
  unfinished: 'its answer was not complete in time',
  'broken-off': 'connection lost',
  'too-large': 'answer too large',
  'bad-coding': 'its answer is not compressed as it says',
  redirected: 'answered with a redirect, which is not followed',
  'too-many-redirects': 'redirects again and again',
  'not-http': 'it does not speak HTTP at this address',
  'bad-http': 'its answer is not valid HTTP',
  'http2-only': 'it speaks HTTP/2 only',
  'only-informational': 'sends informational answers (1xx) again and again',
  'no-ping': 'this server has no ping: install the package iputils-ping',
  'ping-forbidden': 'this server may not send packets: set net.ipv4.ping_group_range',
  stopped: 'not asked, this node is stopping',
} as const;
export type NoAnswer = keyof typeof NO_ANSWER;

/** No answer came. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  /** @param message for people; without it the text of the reason */
  constructor(
    readonly reason: NoAnswer,
    { message = NO_ANSWER[reason], ...options }: ErrorOptions & { readonly message?: string } = {},
  ) {
    super(message, options);
  }
}

/** @returns whether this node had no network to make the call with, which says nothing about whom it called */
export const isOwnFailure = (reason: string): boolean =>
  reason === 'no-network' || reason === 'no-name-service';

/** Codes of Node, llhttp and OpenSSL. */
const REASONS: ReadonlyMap<string, NoAnswer> = new Map([
  ['ECONNRESET', 'broken-off'],
  ['EPIPE', 'broken-off'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'broken-off'],
  ['HPE_INVALID_EOF_STATE', 'broken-off'],
  ['ENOTFOUND', 'unknown-name'],
  ['EAI_AGAIN', 'no-name-service'],
  ['ENETUNREACH', 'no-network'],
  ['ENETDOWN', 'no-network'],
  ['HPE_HEADER_OVERFLOW', 'too-large'],
  ['HPE_INVALID_CONSTANT', 'not-http'],
  ['EPROTO', 'not-tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'not-tls'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'wants-certificate'],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'http2-only'],
  ['CERT_HAS_EXPIRED', 'certificate-expired'],
  ['CERT_NOT_YET_VALID', 'certificate-not-yet-valid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-issuer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-issuer'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate-issuer'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-issuer'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-issuer'],
]);

/** @returns what an error of a socket, of TLS, of HTTP or of a lookup means */
export function toTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  // Of several addresses the failure of one that there was a network to says more than that of another.
  const reasons = (error instanceof AggregateError ? error.errors : [error]).map(reasonOf);
  const reason = reasons.find((one) => !isOwnFailure(one)) ?? reasons[0] ?? 'unreachable';
  return new TransportError(reason, { cause: error });
}

/** @returns what is wrong, such as 'cannot be reached (ECONNREFUSED)' */
export function sentenceOf(error: unknown): string {
  const { message, reason, cause } = toTransportError(error);
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return reason === 'unreachable' && code !== undefined ? `${message} (${code})` : message;
}

function reasonOf(error: unknown): NoAnswer {
  const { code = '', rawPacket } = error as { code?: unknown; rawPacket?: unknown };
  const text = String(code);
  if (text.startsWith('HPE_') && isHttp2(rawPacket)) return 'http2-only';
  return (
    REASONS.get(text) ??
    REASONS_BY_PREFIX.find(([start]) => text.startsWith(start))?.[1] ??
    'unreachable'
  );
}

const REASONS_BY_PREFIX = [
  ['HPE_', 'bad-http'],
  ['ERR_SSL_', 'tls-failed'],
] as const;

/** A server of HTTP/2 begins with a SETTINGS frame of stream 0 (RFC 9113 sections 3.4, 4.1). */
const isHttp2 = (packet: unknown): boolean =>
  Buffer.isBuffer(packet) && packet.length >= 9 && packet[3] === 4 && packet.readUInt32BE(5) === 0;
