import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/rows.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { watchCertificate } from './certificate-watch.ts';
import { servePages } from './pages.ts';
import { createSharedAssets } from './shared-assets.ts';

type PageNeeds = Omit<Parameters<typeof servePages>[1], 'assets'>;

/** The console's own files. Several instances also answer with those of each other's builds. */
export function setUpPages(node: NodeBase, needs: PageNeeds): Feature {
  const { consoleDir } = needs;
  const assets = node.config.database && createSharedAssets({ ...node, consoleDir });
  return {
    calls: (app) => servePages(app, { ...needs, assets }),
    resume: async () => assets?.publish(),
    close: () => assets?.close(),
  };
}

/** Follows the files of this server's certificate, if it has one. */
export function setUpCertificate(
  node: NodeBase,
  { server }: Pick<FastifyInstance, 'server'>,
): Feature {
  const { config, journal, now } = node;
  if (config.tls === null) return {};
  return {
    close: watchCertificate({
      ...node,
      certificate: config.tls,
      server,
      record: (row) =>
        journal.commit((tx, emit) => recordActivity(tx, emit, { ...row, at: now() })),
    }),
  };
}
