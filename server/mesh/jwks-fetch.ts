import type { Dial } from './dial.ts';
import { DialError } from './dial-error.ts';
import { jsonOf } from './json.ts';
import { JWKS_PATH } from './jwks.ts';
import type { FetchJwks } from './keyring.ts';
import { believe, distrust } from './token.ts';

/** Reads key sets over the mesh's one way out. A set that is no JSON is an empty one. */
export function fetchJwksBy(dial: Dial): FetchJwks {
  return async (platform, signal) => {
    try {
      const answer = await dial.request(platform, { method: 'GET', path: JWKS_PATH }, signal);
      return believe(answer.status === 200 ? jsonOf(answer.body) : null);
    } catch (error) {
      if (error instanceof DialError) return distrust(error.silence);
      throw error;
    }
  };
}
