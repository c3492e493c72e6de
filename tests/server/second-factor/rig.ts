import { Secret, TOTP } from 'otpauth';
import type { Role } from '../../../contract/roles.ts';
import { type Authenticator, createAuthenticator } from '../../doubles/authenticator.ts';
import { startServer, type TestServer } from '../start-server.ts';

/** A person at one browser, which keeps the cookies that the server sets. */
export interface Browser {
  /** Name and value of each. */
  readonly cookies: Map<string, string>;
  call(path: string, json?: unknown, method?: string): Promise<Response>;
  /** With the answer's body; fails on another status. */
  ok(path: string, json?: unknown, method?: string): Promise<Record<string, never>>;
}

export interface Rig {
  readonly server: TestServer;
  readonly origin: string;
  /** Epoch milliseconds. */
  now: number;
  browser(): Browser;
  /** Somebody new, signed in. */
  person(username: string): Promise<Browser>;
  authenticator(options?: { synced?: boolean }): Authenticator;
  /** Adds a passkey. @returns the answer's recovery codes */
  addPasskey(browser: Browser, authenticator: Authenticator): Promise<string[] | undefined>;
  /** Sets one-time codes up. */
  addCodes(browser: Browser): Promise<{ codeAt(at: number): string; recoveryCodes: string[] }>;
  /** What the audit log has, oldest first: action, target, detail. */
  audit(...actions: string[]): Promise<string[]>;
  setRole(username: string, role: Role): Promise<void>;
}

export const PASSWORD = 'a long enough password';
const DAY = Date.parse('2026-11-20T12:00:00Z');

export async function startRig(env: Record<string, string> = {}): Promise<Rig> {
  let now = DAY;
  const server = await startServer({ alone: true, now: () => now, env });
  const origin = server.url.replace('127.0.0.1', 'localhost');
  const { host } = new URL(origin);

  function browser(): Browser {
    const cookies = new Map<string, string>();
    async function call(path: string, json?: unknown, method = 'POST') {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(origin + path, {
        method,
        headers: {
          ...{ cookie, origin, host },
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        body: json === undefined ? null : JSON.stringify(json),
      });
      keepCookies(cookies, answer);
      return answer;
    }
    return {
      cookies,
      call,
      async ok(path, json, method) {
        const answer = await call(path, json, method);
        const body = await answer.json();
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body.message}`);
        return body;
      },
    };
  }

  return {
    server,
    origin,
    get now() {
      return now;
    },
    set now(at) {
      now = at;
    },
    browser,
    async person(username) {
      const one = browser();
      const who = { username, email: 'a@mesh.example', password: PASSWORD };
      await one.ok('/api/auth/register', { ...who, sovereignLevel: 'S11.1' });
      return one;
    },
    authenticator: (options) => createAuthenticator(origin, options),
    async addPasskey(one, authenticator) {
      const options = await one.ok('/api/account/passkeys/challenge');
      const credential = authenticator.create(options as never);
      return (await one.ok('/api/account/passkeys', { name: 'Laptop', credential })).recoveryCodes;
    },
    async addCodes(one) {
      const { secret } = await one.ok('/api/account/codes/secret');
      const totp = new TOTP({ secret: Secret.fromBase32(secret ?? '') });
      const codeAt = (at: number) => totp.generate({ timestamp: at });
      const { recoveryCodes = [] } = await one.ok('/api/account/codes', { code: codeAt(now) });
      now += 60_000;
      return { codeAt, recoveryCodes };
    },
    async audit(...actions) {
      const rows = await server.node.db
        .selectFrom('audit')
        .selectAll()
        .where('action', 'in', actions)
        .orderBy('id')
        .execute();
      return rows.map(({ action, actor, target, detail }) =>
        [action, actor, target, detail].join(' | '),
      );
    },
    async setRole(username, role) {
      await server.node.db
        .updateTable('accounts')
        .set({ role })
        .where('username', '=', username)
        .execute();
      server.node.sessions.refresh();
    },
  };
}

function keepCookies(cookies: Map<string, string>, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}

/** Name and password. */
export const login = (browser: Browser, username: string) =>
  browser.call('/api/auth/login', { username, password: PASSWORD });
