import { reachedAt } from '../../../../contract/reached-at.ts';
import { shorten } from '../../../base/shorten.ts';
import { openSocket, type Target } from '../../../outgoing/connect.ts';
import { found } from '../../../outgoing/failure.ts';
import { talk } from '../../../outgoing/talk.ts';
import { latencyOf } from '../../../outgoing/timing.ts';
import { connectOptions } from '../../probes/probe-context.ts';
import type { Kind, OfKind } from '../kind.ts';
import { bytesOf, textOf } from './bytes.ts';

const SHOWN_CHARACTERS = 80;

/** A port is up when it takes a connection, and says what is expected. */
export const tcp: Kind<OfKind<'tcp'>> = {
  target: ({ host, port }) => reachedAt({ host, port }),
  place: (platform) => platform,
  async probe({ host, port, tls, ...said }, context) {
    const target: Target = { host, port, tls: tls ?? 'none', isHttp: false };
    const [send, expect] = [said.send, said.expect].map((text) =>
      text === undefined ? text : bytesOf(text),
    );
    const socket = await openSocket(target, connectOptions(context), context);
    const answer = await talk(socket, { send, expect }, context);
    const text = shorten(textOf(answer), SHOWN_CHARACTERS);
    if (expect && !answer.includes(expect))
      return { answered: false, failure: found(`it says "${text}" without "${said.expect}"`) };
    if (expect) context.say(`It says "${text}"`);
    return { answered: true, latencyMs: latencyOf(context.timing) };
  },
};
