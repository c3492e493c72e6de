import type { PushMessage } from '../../contract/shapes/push.ts';
import type { News, PlatformNews } from './news.ts';

/** What is said of trouble on a locked screen: short, and true whatever became of it since. */

/** So many platforms at once have a message each; more are told as one. */
const APART_MAX = 3;
const NAMED_MAX = 3;
const MINUTE_MS = 60_000;

interface Known {
  /** Epoch milliseconds of the change. */
  readonly at: number;
  readonly nameOfBundle: (id: string) => Promise<string>;
  /** Name of the platform that people know by this domain. */
  readonly nameOfPeer: (domain: string) => string;
}

export async function messagesOf(news: News, known: Known): Promise<PushMessage[]> {
  const { at } = known;
  if (news.kind === 'proof') return [proofFailed(known.nameOfPeer(news.peer), news.peer, at)];
  if (news.kind === 'deploy') {
    const name = await known.nameOfBundle(news.bundle);
    return [deployFailed(name, news, at)];
  }
  const { kind, platforms } = news;
  if (platforms.length > APART_MAX) return [manyPlatforms(kind, platforms, at)];
  return platforms.map((platform) => onePlatform(kind, platform, at));
}

export const testMessage = (id: string, at: number): PushMessage => ({
  kind: 'test',
  title: 'Test',
  text: 'Notifications reach this device.',
  tag: 'test',
  url: '/dashboard?show=device',
  at,
  id,
});

function onePlatform(
  kind: 'down' | 'back',
  { id, name, domain, goneMs }: PlatformNews,
  at: number,
): PushMessage {
  const words =
    kind === 'down'
      ? { title: `${name} is down`, text: `${domain} gives no answer that can be trusted.` }
      : { title: `${name} is back`, text: `${domain} answers again${after(goneMs)}.` };
  return { kind, ...words, tag: `platform:${id}`, url: '/mesh-network', at };
}

function manyPlatforms(
  kind: 'down' | 'back',
  platforms: readonly PlatformNews[],
  at: number,
): PushMessage {
  const named = platforms.slice(0, NAMED_MAX).map(({ name }) => name);
  const text = `${named.join(', ')} and ${platforms.length - named.length} more.`;
  const title = `${platforms.length} platforms are ${kind}`;
  return { kind, title, text, tag: 'platforms', url: '/mesh-network', at };
}

const proofFailed = (name: string, peer: string, at: number): PushMessage => ({
  kind: 'proof',
  title: `${name} failed its proof`,
  text: `${peer} did not prove itself in time.`,
  tag: `proof:${peer}`,
  url: '/admin/route66-proof',
  at,
});

const deployFailed = (
  name: string,
  { bundle, taken, targets }: Extract<News, { kind: 'deploy' }>,
  at: number,
): PushMessage => ({
  kind: 'deploy',
  title: 'Deployment failed',
  text: `${name}: ${taken} of ${targets} ${targets === 1 ? 'platform' : 'platforms'} took it.`,
  tag: `deploy:${bundle}`,
  url: `/dashboard?bundle=${encodeURIComponent(bundle)}`,
  at,
});

function after(goneMs: number | null): string {
  if (goneMs === null || goneMs < MINUTE_MS) return '';
  const minutes = Math.round(goneMs / MINUTE_MS);
  return minutes < 120 ? ` after ${minutes} min` : ` after ${Math.round(minutes / 60)} h`;
}
