import { OIDC_CALLBACK_PATH, OIDC_START_PATH } from '../../../contract/paths.ts';
import { freePort } from '../../../scripts/free-port.mjs';
import { startServer, type TestServer } from '../start-server.ts';
import { CLIENT, createVisitor, startProvider, type TestProvider } from './provider-rig.ts';

export interface OidcRig {
  readonly server: TestServer;
  readonly provider: TestProvider;
  /** Moves the server's clock. */
  later(ms: number): void;
  /** Begins a sign-in at the server. @returns where the browser is sent, and its cookies there */
  begin(query?: string, cookie?: string): Promise<Step>;
  /** Comes back from the provider. */
  comeBack(address: URL, cookie: string): Promise<Step>;
  /** Signs somebody in from the beginning to the end. */
  signIn(sub: string, query?: string): Promise<Step>;
  /** @returns name, role and e-mail of all accounts, oldest first */
  accounts(): Promise<{ username: string; role: string; email: string }[]>;
  close(): Promise<void>;
}

interface Step {
  readonly status: number;
  /** Without the origin, if it is the server's own. */
  readonly location: string;
  readonly cookie: string;
  readonly session: string | undefined;
}

const ROLES = 'mesh-admins=admin,mesh-operators=operator';

export async function startOidc(env: Record<string, string> = {}): Promise<OidcRig> {
  let aheadMs = 0;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startProvider(origin + OIDC_CALLBACK_PATH);
  const server = await startServer({
    alone: true,
    now: () => Date.now() + aheadMs,
    env: {
      PORT: String(port),
      PUBLIC_URL: origin,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_ROLES: ROLES,
      ...env,
    },
  });

  async function step(path: string, cookie = ''): Promise<Step> {
    const answer = await server.call(path, { cookie });
    const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
    return {
      status: answer.status,
      location: (answer.headers.get('location') ?? '').replace(origin, ''),
      cookie: cookies.join('; '),
      session: cookies.find((one) => /^meridian-session=./.test(one)),
    };
  }

  const begin = (query = '', cookie = '') => step(OIDC_START_PATH + query, cookie);
  const comeBack = (address: URL, cookie: string) =>
    step(address.pathname + address.search, cookie);

  return {
    server,
    provider,
    later(ms) {
      aheadMs += ms;
    },
    begin,
    comeBack,
    async signIn(sub, query) {
      const { location, cookie } = await begin(query);
      return comeBack(await createVisitor(sub).visit(location), cookie);
    },
    accounts: () =>
      server.node.db
        .selectFrom('accounts')
        .select(['username', 'role', 'email'])
        .orderBy('createdAt')
        .execute(),
    async close() {
      await server.close();
      await provider.close();
    },
  };
}
