import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { PLAIN_PAGE } from '../../contract/pages.ts';

/**
 * The files of the console that name the product: pages, web manifest and, with their digests, the service worker. A
 * build writes them twice: filled with the default names, for any server, and as templates, which this server fills
 * with the names of its own configuration.
 */
const TEMPLATE = /^(?:[\w-]+\.html|manifest\.webmanifest|service-worker\.js)$/;

export const isTemplate = (file: string): boolean => TEMPLATE.test(file);

/** The names of an installation, as `mesh.config.json` has them. */
interface PageNames {
  readonly product: string;
  readonly parentSite: string;
  /** A server that cannot say who its platforms are still has targets to choose from. */
  readonly platforms: readonly {
    readonly id: string;
    readonly name: string;
    readonly domain: string;
    /** The mesh simulator runs it. Pages say so from their first moment on. */
    readonly simulated?: boolean;
  }[];
}

export type PageTemplates = ReturnType<typeof createPageTemplates>;

export interface FilledFile {
  readonly text: string;
  readonly type: string;
  /** SHA-384, base64, as the service worker checks it. */
  readonly digest: string;
  /** With no encoding, and compressed. */
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

type Encoding = 'identity' | 'br' | 'gzip';

export function createPageTemplates(templatesDir: string, names: PageNames) {
  const known = new Map<string, { version: string; filled: FilledFile }>();

  /**
   * A build under a running server replaces its files at once.
   *
   * @returns the filled file, read again only after it has changed; the previous one while a build replaces it
   */
  function read(file: string): FilledFile | undefined {
    const before = known.get(file);
    try {
      const path = join(templatesDir, file);
      const { ino, size, mtimeMs } = statSync(path);
      const version = `${ino} ${size} ${mtimeMs}`;
      if (version === before?.version) return before.filled;
      const filled = filledFile(file, fill(file, readFileSync(path, 'utf8')));
      known.set(file, { version, filled });
      return filled;
    } catch {
      // Not built yet, or a build is replacing it at this moment, or this build has no such page.
      return file === PLAIN_PAGE || !existsSync(templatesDir) ? before?.filled : undefined;
    }
  }

  const fill = (file: string, text: string) =>
    file.endsWith('.js')
      ? text.replace(/%SHA384:([\w.-]+)%/g, (_, name: string) => read(name)?.digest ?? '')
      : fillNames(file, text, names);

  return { read };
}

/**
 * @param file whose ending says how a name is escaped: HTML or JSON
 * @returns the text with the names in place of their placeholders
 */
export function fillNames(file: string, text: string, names: PageNames): string {
  const escaped = file.endsWith('.html') ? escapeHtml : escapeJson;
  const values: Readonly<Record<string, string>> = {
    PRODUCT: names.product,
    PARENT_SITE: names.parentSite,
    PARENT_HOST: new URL(names.parentSite).host,
    PLATFORMS: JSON.stringify(
      names.platforms.map(({ id, name, domain, simulated }) => ({ id, name, domain, simulated })),
    ),
  };
  return text.replace(/%(PRODUCT|PARENT_SITE|PARENT_HOST|PLATFORMS)%/g, (_, name: string) =>
    escaped(values[name] ?? ''),
  );
}

/** Answers with the filled file, or 304 if the client has it. */
export function sendFilled(reply: FastifyReply, file: FilledFile): FastifyReply {
  const { 'accept-encoding': accepted = '', 'if-none-match': cached } = reply.request.headers;
  const etag = `W/"${file.digest}"`;
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
  if (cached === etag) return reply.code(304).send();
  const encoding = (['br', 'gzip'] as const).find((one) => String(accepted).includes(one));
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply
    .code(200)
    .type(file.type)
    .send(file.bodies[encoding ?? 'identity']);
}

function filledFile(file: string, text: string): FilledFile {
  const identity = Buffer.from(text);
  const digest = createHash('sha384').update(identity).digest('base64');
  const bodies = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) };
  return { text, type: typeOf(file), digest, bodies };
}

function typeOf(file: string): string {
  if (file.endsWith('.html')) return 'text/html; charset=utf-8';
  if (file.endsWith('.js')) return 'application/javascript; charset=utf-8';
  return 'application/manifest+json; charset=utf-8';
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);
