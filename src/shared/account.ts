/** Under which names a page opens data, of which two are no usernames, and which databases keep it. */

/** The server signed somebody in and named no user. */
export const UNNAMED = 'authenticated';
/** A paired display. Usernames begin with no space. */
export const WALL_ACCOUNT = ' wall';

/** @returns whether a session of this user is not the one that the open data belongs to */
export function isOfAnother(account: string, username: string): boolean {
  return account !== UNNAMED && account !== WALL_ACCOUNT && account !== username;
}

export const lastKnownDatabase = (account: string) => `last-known ${account}`;
/** Of unsent uploads, with their files, and of acknowledgements that wait. */
export const outboxDatabase = (account: string) => `outbox ${account}`;
