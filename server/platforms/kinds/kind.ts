import type { WebSecrets } from '../../../contract/kinds/web.ts';
import type { FilePlatform } from '../../../contract/sent/platform.ts';
import type { PlatformKind } from '../../../contract/shapes/platform.ts';
import type { Platform } from '../../config/mesh-config.ts';
import type { Commits } from '../../database/journal.ts';
import type { NodeBase } from '../../feature.ts';
import type { ProbeOutcome } from '../../round.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import type { ProbeContext } from '../probes/probe-context.ts';

/** What a kind of platform is to the server. */
export interface Kind<Of extends Platform = Platform> {
  /** @returns where it is reached, for people; undefined for a mesh node without an address of its own */
  target(platform: Of): string | undefined;
  /** @returns where it is called; undefined: nowhere, or by the name server of this machine */
  place?(platform: Of): Place | undefined;
  /** @returns null when nothing can be said yet. @throws TransportError */
  probe(platform: Of, context: KindContext): Promise<ProbeOutcome | null>;
  /** @returns whether what was measured says something of it still; by default it has to be probed alike */
  isReachedAlike?(before: Of, after: Of): boolean;
  readonly secrets?: KindSecrets<Of>;
}

/** Of the kinds that are probed with what nobody may read. */
interface KindSecrets<Of> {
  /** @returns whether a change by the configuration's file leaves it as it is */
  isKept(before: Of, after: Of): boolean;
  /** @throws HttpError with a sentence for whoever sets it up */
  stored(platform: Of, given: GivenSecrets, before: Of | undefined, box: SecretBox): StoredSecret;
  names?(platform: Of, box: SecretBox): string[];
}

export interface GivenSecrets {
  readonly secrets: WebSecrets;
  readonly renew: boolean | undefined;
}

export interface StoredSecret {
  readonly secret?: string | undefined;
  /** The secret of a new address that the platform reports itself at; null: there is no new one. */
  readonly report: string | null;
}

export interface KindContext extends ProbeContext, Pick<NodeBase, 'db'> {
  /** Of the term. */
  readonly journal: Commits;
  readonly box: SecretBox;
}

/** A platform of one kind. */
export type OfKind<K extends PlatformKind> = Extract<FilePlatform, { kind?: K | undefined }> &
  Platform;

interface Place {
  readonly host: string;
  readonly port: number;
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'dns:': 53 };

export function placeOf(url: string): Place {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port: Number(port) || (PORTS[protocol] ?? 0) };
}
