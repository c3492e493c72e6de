import { useEffect, useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { workerClient } from '../../console/worker-client.ts';
import type { Outcome } from '../../shared/outcome.ts';

/** A bundle on the server that a file would be again. */
interface Duplicate {
  readonly bundle: Bundle;
  /** Every byte is the same; otherwise name and size are. */
  readonly isSame: boolean;
}

/** The browser's digest needs the whole file in memory. */
const HASHED_MAX_BYTES = 128 * 1024 * 1024;

/** @returns a bundle that the file would repeat, once one is found */
export function useDuplicate(file: File, bundles: readonly Bundle[]): Duplicate | undefined {
  const [found, setFound] = useState<Duplicate>();
  const candidates = bundles.filter(({ size }) => size === file.size);
  const ids = candidates.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which candidates there are.
  useEffect(() => {
    let isCurrent = true;
    setFound(undefined);
    void findDuplicate(file, candidates).then((duplicate) => isCurrent && setFound(duplicate));
    return () => {
      isCurrent = false;
    };
  }, [file, ids]);
  return found;
}

/**
 * Never rejects: where hashes cannot be compared names are.
 *
 * @param candidates bundles of the same size; without one nothing is read or asked
 */
export async function findDuplicate(
  file: File,
  candidates: readonly Bundle[],
): Promise<Duplicate | undefined> {
  if (candidates.length === 0) return undefined;
  const same = await bundlesOfFile(file);
  const bundle = same ? same[0] : candidates.find(({ name }) => name === file.name);
  return bundle && { bundle, isSame: same !== undefined };
}

/** @returns undefined where that cannot be known: the call is an extra one, which a server may not have */
async function bundlesOfFile(file: File): Promise<readonly Bundle[] | undefined> {
  const sha256 = await hashOf(file);
  if (sha256 === undefined) return undefined;
  const request = { params: { sha256 } };
  const found = (await workerClient.send('bundlesOfFile', request)) as Outcome<readonly Bundle[]>;
  return found.ok ? found.data : undefined;
}

/** @returns undefined where it cannot be had: without HTTPS, or of a file that is large or gone */
async function hashOf(file: File): Promise<string | undefined> {
  if (file.size > HASHED_MAX_BYTES || !globalThis.isSecureContext) return undefined;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    );
  } catch {
    return undefined;
  }
}
