import type { FastifyInstance } from 'fastify';
import { countOf, type Hindrance } from '../bundles/deploy-records.ts';
import type { Deploys } from '../bundles/deploys.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';

/** The order to send a bundle to its targets; how it goes is told by the bundle's own reads. */
export function deployCalls(app: FastifyInstance, { deploys }: { deploys: Deploys }): void {
  handle(app, 'deploy', async ({ params, account }) => {
    const started = await deploys.start(params.id, account.username);
    if ('hindrance' in started) throw refusalOf(started.hindrance);
    return { message: `On its way to ${countOf(started.targets)}.` };
  });
}

const WORDS: Readonly<Record<Exclude<Hindrance, 'unknown'>, string>> = {
  'not-validated': 'Only a validated bundle can be deployed.',
  'no-targets': 'The bundle has no target platforms.',
  'under-way': 'The bundle is being deployed already.',
  deployed: 'Every target has taken the bundle already.',
};

const refusalOf = (hindrance: Hindrance) =>
  hindrance === 'unknown' ? refuse(404, 'There is no such bundle.') : refuse(409, WORDS[hindrance]);
