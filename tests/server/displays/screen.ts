import { openConsole } from '../console.ts';
import type { TestServer } from '../start-server.ts';

/** A screen that asks to be approved, seen from its browser. */
interface Screen {
  readonly code: string;
  readonly secret: string;
  /** Ready for a `cookie` header. */
  readonly cookie: string;
}

/** A screen that has been approved and has fetched its session. */
interface PairedScreen extends Screen {
  readonly token: string;
  readonly pairingCookie: string;
  /** Every `Set-Cookie` header and every body of an answer. */
  readonly setCookies: readonly string[];
  readonly bodies: readonly unknown[];
}

export const pair = (server: TestServer, cookie?: string): Promise<Response> =>
  server.call('/api/displays/pairing', { json: { build: 'build-1' }, ...(cookie && { cookie }) });

export async function startScreen(
  server: TestServer,
): Promise<Screen & { body: unknown; set: string }> {
  const answer = await pair(server);
  const body = (await answer.json()) as { code: string };
  const [set = ''] = answer.headers.getSetCookie();
  const [cookie = ''] = set.split(';', 1);
  return { code: body.code, secret: cookie.split('=')[1] ?? '', cookie, body, set };
}

/** @param operator cookie of who approves it; by default somebody new */
export async function openDisplay(
  server: TestServer,
  name = 'Hall',
  operator?: string,
): Promise<PairedScreen> {
  const screen = await startScreen(server);
  const cookie = operator ?? (await server.signUp()).cookie;
  const approved = await server.call('/api/displays', {
    cookie,
    json: { code: screen.code, name },
  });
  const answer = await pair(server, screen.cookie);
  const [set = ''] = answer.headers.getSetCookie();
  const [own = ''] = set.split(';', 1);
  return {
    ...screen,
    cookie: own,
    pairingCookie: screen.cookie,
    token: own.split('=')[1] ?? '',
    setCookies: [screen.set, set],
    bodies: [screen.body, await approved.json(), await answer.json()],
  };
}

export const socketOf = (server: TestServer, screen: Screen) =>
  openConsole(server.url, { cookie: screen.cookie });
