import { found } from '../../../outgoing/failure.ts';
import { type Kind, type OfKind, placeOf } from '../kind.ts';
import { probeWeb } from './probe.ts';
import { isForOthers, openSecrets, sealSecrets, secretNames } from './secrets.ts';

/** A web address is up when it answers as expected. */
export const web: Kind<OfKind<'web'>> = {
  // Its query may hold what not everybody may read.
  target: ({ url }) => url.replace(/[?#].*$/s, ''),
  place: ({ url }) => placeOf(url),
  async probe(platform, context) {
    const opened = openSecrets(context.box, platform);
    if (opened === undefined)
      return { answered: false, failure: found('its secrets cannot be read: enter them again') };
    return probeWeb(platform, opened, context);
  },
  isReachedAlike: (before, after) => before.url === after.url,
  secrets: {
    isKept: (before, after) => !isForOthers(before, after),
    stored: (platform, { secrets }, before, box) => ({
      secret: sealSecrets(platform, secrets, before, box),
      report: null,
    }),
    names: secretNames,
  },
};
