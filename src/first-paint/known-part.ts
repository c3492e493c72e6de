import type { AnswerOf } from '../../contract/calls.ts';
import { severityLook } from '../ui/activity-list/severity-look.ts';
import { bundleLook, targetsText } from '../ui/bundle-table/bundle-look.ts';
import { sizeText } from '../ui/bundle-table/size-text.ts';
import { momentOf, momentText } from '../ui/moment/moment.ts';
import type { KnownPart, KnownPartName } from './last-known.ts';

type Texts = Pick<KnownPart, 'slots' | 'rows'>;

/** As many as are seen before anything is scrolled, on a large screen. */
const ACTIVITY_KEPT = 7;
const BUNDLES_KEPT = 12;

/** What each part of the dashboard says, in the words of its components. */
const TEXTS_OF: { readonly [Name in KnownPartName]: (data: AnswerOf<Name>) => Texts } = {
  stats: ({ meshConnections, zipBundlesProcessed, route66Handshakes }) => ({
    slots: {
      mesh: String(meshConnections),
      bundles: zipBundlesProcessed.toLocaleString(),
      handshakes: route66Handshakes.toLocaleString(),
    },
    rows: null,
  }),
  connections: (connections) => ({
    slots: {},
    rows: connections.map(({ status, domain }) => ({ kind: status, slots: { domain } })),
  }),
  activity: (rows) => ({
    slots: {},
    rows: rows.slice(0, ACTIVITY_KEPT).map(({ severity, message, createdAt }) => ({
      kind: severity,
      slots: { word: severityLook(severity).word, message, createdAt },
    })),
  }),
  bundles: (bundles) => ({
    slots: {},
    rows: bundles
      .slice(0, BUNDLES_KEPT)
      .map(({ id, name, size, status, targetPlatforms, createdAt }) => ({
        kind: status,
        slots: {
          id: String(id),
          name,
          createdAt,
          size: sizeText(size),
          word: bundleLook(status).word,
          targets: targetsText(targetPlatforms),
          uploaded: momentText(momentOf(createdAt)),
        },
      })),
  }),
};

/** @returns what a part says of the data that its read answered */
export function textsOf<Name extends KnownPartName>(name: Name, data: AnswerOf<Name>): Texts {
  return TEXTS_OF[name](data);
}
