import { startServer, type TestServer } from '../start-server.ts';

export const PASSWORD = 'a long enough password';

export interface Member {
  readonly cookie: string;
  readonly id: string;
  readonly username: string;
}

/** A server without peers, with accounts in the order of their names: the first is its admin. */
export async function startTeam(
  names: readonly string[],
  options: Parameters<typeof startServer>[0] = {},
): Promise<{ server: TestServer; team: Member[] }> {
  const server = await startServer({ alone: true, ...options });
  const cookies: string[] = [];
  for (const name of names) cookies.push((await server.signUp(name)).cookie);
  const rows = await server.node.db.selectFrom('accounts').select(['id', 'username']).execute();
  const team = names.map((username, i) => {
    const id = rows.find((row) => row.username === username)?.id ?? '';
    return { id, username, cookie: cookies[i] ?? '' };
  });
  return { server, team };
}

/** @returns what the audit log says, oldest first, as `action target detail` */
export async function auditOf(server: TestServer): Promise<string[]> {
  const rows = await server.node.db.selectFrom('audit').selectAll().orderBy('id').execute();
  return rows.map(({ action, target, detail }) => [action, target, detail].join(' ').trim());
}

export const messageOf = async (answer: Response) => (await answer.json()).message as string;

/** @returns the answer of a sign-up */
export const signUp = (server: TestServer, username: string, more: object = {}) =>
  server.call('/api/auth/register', {
    json: {
      ...{ username, email: `${username}@mesh.example`, password: PASSWORD },
      ...{ sovereignLevel: 'S11.1', ...more },
    },
  });
