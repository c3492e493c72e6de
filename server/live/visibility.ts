import { CALLS, readOfKey } from '../../contract/calls.ts';
import type { Key } from '../../contract/paths.ts';
import { isAllowed, type SessionRole } from '../../contract/roles.ts';

/**
 * The key is looked up once, and the answer asked for every socket.
 *
 * @returns whether a role may have the live messages about a read: whether it may make that read
 */
export function readersOf(key: Key): (role: SessionRole) => boolean {
  const name = readOfKey(key);
  if (name === undefined) return () => false;
  const { access } = CALLS[name];
  return (role) => isAllowed(role, access);
}
