import { CALLS, readOfKey } from '../../contract/calls.ts';
import type { Key } from '../../contract/paths.ts';
import { isAllowed, type SessionRole } from '../../contract/roles.ts';

/** @returns whether a role may have the live messages about a read: whether it may make that read */
export function mayReadKey(role: SessionRole, key: Key): boolean {
  const name = readOfKey(key);
  return name !== undefined && isAllowed(role, CALLS[name].access);
}
