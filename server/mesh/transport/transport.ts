import { configuredTargets, type Lookup } from '../../outgoing/addresses.ts';
import { exchange, type HttpAnswer, KeptConnections } from '../../outgoing/exchange.ts';
import { TransportError } from '../../outgoing/no-answer.ts';
import type { PeerCertificate } from '../../outgoing/peer-certificate.ts';
import { createTiming, type PhasesMs } from '../../outgoing/timing.ts';

/**
 * Calls between nodes: to configured platforms only, at their configured addresses, over kept connections. Answers are
 * bounded. The time limit is the caller's signal; signatures are the caller's too.
 */
export type Transport = ReturnType<typeof createTransport>;

interface TransportRequest {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface TransportResponse extends HttpAnswer {
  readonly phasesMs: PhasesMs;
}

interface TransportOptions {
  /** Platform id to address (an origin). */
  readonly addresses: ReadonlyMap<string, string>;
  /** Certificates (PEM) of authorities that are trusted beside the public ones. */
  readonly ca?: string | undefined;
  readonly lookup?: Lookup | undefined;
  readonly answerMaxBytes?: number;
  /** Monotonic milliseconds. */
  readonly elapsed?: () => number;
}

const ANSWER_MAX_BYTES = 256 * 1024;
/** A kept connection does not show that a certificate was renewed. */
const KEPT_MAX_MS = 60 * 60 * 1000;

export function createTransport({
  addresses,
  ca,
  lookup,
  answerMaxBytes = ANSWER_MAX_BYTES,
  elapsed = () => performance.now(),
}: TransportOptions) {
  const policy = configuredTargets(lookup);
  const pools = new Map<string, ConnectionPool>();

  /**
   * Calls platforms at these addresses from now on: those of simulated peers are known when they have started.
   *
   * @returns the platforms that were at another address, or at none; connections to the former ones are closed
   */
  function setAddresses(addresses: ReadonlyMap<string, string>): string[] {
    const moved = [...pools].filter(([id, pool]) => pool.address !== addresses.get(id));
    for (const [platform, pool] of moved) {
      pool.renew();
      pools.delete(platform);
    }
    const added = [...addresses].filter(([platform]) => !pools.has(platform));
    for (const [platform, address] of added) pools.set(platform, createPool(address, elapsed));
    return [...new Set([...moved, ...added].map(([platform]) => platform))];
  }
  setAddresses(addresses);

  return {
    setAddresses,
    /** Resolves with any status but a redirect. @throws TransportError when there is no complete answer */
    async request(
      platform: string,
      { method, path, headers, body }: TransportRequest,
      signal: AbortSignal,
    ): Promise<TransportResponse> {
      const pool = pools.get(platform);
      if (pool === undefined) throw new TransportError('no-address');
      const timing = createTiming(elapsed);
      const answer = await exchange(
        {
          url: new URL(path, pool.address),
          method,
          headers: { accept: 'application/json', ...headers },
          body,
          bodyMaxBytes: (head) => (isRedirect(head) ? 0 : answerMaxBytes),
        },
        { policy, ca, kept: pool.connections(), events: pool.events },
        { signal, timing },
      );
      if (isRedirect(answer)) throw new TransportError('redirected');
      return { ...answer, phasesMs: timing.phasesMs };
    },
    /** @returns what a platform showed when it was last connected to; undefined: it was not, or without TLS */
    certificateOf: (platform: string) => pools.get(platform)?.certificate(),
    /** Closes every connection; later requests open new ones. */
    dropConnections(): void {
      for (const pool of pools.values()) pool.renew();
    },
  };
}

const isRedirect = ({ status }: { readonly status: number }) => status >= 300 && status < 400;

/** The connections to one platform. */
type ConnectionPool = ReturnType<typeof createPool>;

function createPool(address: string, elapsed: () => number) {
  let connections = new KeptConnections();
  let openedAt = elapsed();
  let certificate: PeerCertificate | undefined;
  function renew(end: () => void): void {
    end();
    connections = new KeptConnections();
    openedAt = elapsed();
  }
  return {
    address,
    connections(): KeptConnections {
      if (elapsed() - openedAt > KEPT_MAX_MS) renew(() => connections.retire());
      return connections;
    },
    events: {
      onCertificate(shown: PeerCertificate): void {
        certificate = shown;
      },
    },
    certificate: () => certificate,
    renew: () => renew(() => connections.destroy()),
  };
}
