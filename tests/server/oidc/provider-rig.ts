import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { vi } from 'vitest';

/** What the provider says about a person beside `sub`. */
export interface ProviderPerson {
  preferred_username?: string;
  email?: string;
  groups?: readonly string[];
}

/** A real OpenID provider on a loopback port, with the people that a test names. */
export interface TestProvider {
  readonly issuer: string;
  /** By `sub`, which is also the name that they sign in with. */
  readonly people: Map<string, ProviderPerson>;
  /** Lifetime of authorization codes. */
  codeSec: number;
  /** Publishes a key under the name of the one that it signs with: its ID tokens are somebody else's. */
  publishesOtherKey: boolean;
  /** Says in its metadata that it is another provider. */
  claimsOtherIssuer: boolean;
  /** Signs ID tokens for another client. */
  addressesOtherClient: boolean;
  /** Stops listening; `resume` listens at the same port again. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = { use: 'sig', alg: 'RS256', kid: 'key of the test' };

export const CLIENT = { id: 'meridian', secret: 'a secret of this client, long enough' };

/** @param redirectUri the only address that it sends browsers back to */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, ProviderPerson>();
  const test: TestProvider = {
    issuer,
    people,
    codeSec: 60,
    publishesOtherKey: false,
    claimsOtherIssuer: false,
    addressesOtherClient: false,
    async pause() {
      await stop(server);
    },
    resume: () => listen(server, port),
    close: () => stop(server),
  };
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] },
        ],
        claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
        cookies: { keys: ['a key of the test'] },
        jwks: { keys: [{ ...KEYS.privateKey.export({ format: 'jwk' }), ...KEY }] },
        pkce: { required: () => true },
        ttl: {
          ...{ AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
          AuthorizationCode: () => test.codeSec,
        },
        findAccount: (_context, sub) => ({
          accountId: sub,
          claims: () => ({ sub, ...people.get(sub) }),
        }),
      }),
  );
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const sendJson = (value: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    const { end } = response;
    if (request.url === '/token' && test.addressesOtherClient)
      Object.assign(response, {
        end: (body: string) => end.call(response, forOtherClient(body), 'utf8'),
      });
    if (request.url === '/jwks' && test.publishesOtherKey) sendJson(otherKeys());
    else if (request.url?.startsWith('/.well-known') && test.claimsOtherIssuer)
      sendJson({ issuer: 'http://127.0.0.1:9', authorization_endpoint: `${issuer}/auth` });
    else void answer(request, response);
  });
  return test;
}

/** @returns a JWKS with another key of the name and kind of the provider's own for development */
function otherKeys() {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys: [{ ...publicKey.export({ format: 'jwk' }), ...KEY }] };
}

/** @returns the answer with an ID token of the same length for another client, signed all the same */
function forOtherClient(body: string): string {
  return body.replace(
    /"id_token":"([^."]+)\.([^."]+)\.[^"]+"/,
    (_, head: string, payload: string) => {
      const claims = Buffer.from(payload, 'base64url').toString();
      const changed = Buffer.from(claims.replace('"aud":"meridian"', '"aud":"somebody"'));
      const input = `${head}.${changed.toString('base64url')}`;
      const signature = sign('sha256', Buffer.from(input), KEYS.privateKey).toString('base64url');
      return `"id_token":"${input}.${signature}"`;
    },
  );
}

/** It warns that its forms, keys and storage are for development, which this is. */
function quietly<T>(work: () => T): T {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  try {
    return work();
  } finally {
    warn.mockRestore();
  }
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A browser at the provider: keeps its cookies and fills in its forms. */
export function createVisitor(sub: string) {
  const jar = new Map<string, string>();

  async function request(address: URL, body?: URLSearchParams): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const method = body === undefined ? 'GET' : 'POST';
    const options = { method, redirect: 'manual', headers: { cookie }, ...(body && { body }) };
    const answer = await fetch(address, options as RequestInit);
    for (const one of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = one.split(';', 1)[0]?.split('=') ?? [];
      jar.set(name, value);
    }
    return answer;
  }

  /** Signs in, or agrees. */
  async function answerForm(at: { address: URL; answer: Response }, cancel: boolean) {
    const page = await at.answer.text();
    const prompt = /name="prompt" value="(?<prompt>\w+)"/.exec(page)?.groups?.prompt;
    if (prompt === undefined) throw new Error(`the provider shows: ${page.slice(0, 500)}`);
    if (cancel) return request(new URL(`${at.address.pathname}/abort`, at.address));
    return request(at.address, new URLSearchParams({ prompt, login: sub, password: 'any' }));
  }

  return {
    /**
     * @param cancel leaves at the first page that asks something
     * @returns the address that the provider sends the browser back to
     */
    async visit(start: string, { cancel = false } = {}): Promise<URL> {
      const { origin } = new URL(start);
      let at = { address: new URL(start), answer: await request(new URL(start)) };
      for (let step = 0; step < 12; step++) {
        const to = at.answer.headers.get('location');
        const next = to === null ? await answerForm(at, cancel) : new URL(to, at.address);
        if (!(next instanceof URL)) at = { ...at, answer: next };
        else if (next.origin !== origin) return next;
        else at = { address: next, answer: await request(next) };
      }
      throw new Error('the provider asks for ever');
    },
  };
}
