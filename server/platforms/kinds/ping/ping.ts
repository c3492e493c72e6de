import { sendPackets } from '../../../outgoing/ping.ts';
import type { Kind, OfKind } from '../kind.ts';

/** A host is up when one of three packets comes back. */
export const ping: Kind<OfKind<'ping'>> = {
  target: ({ host }) => host,
  // A packet has no port.
  place: ({ host }) => ({ host, port: 0 }),
  async probe({ host }, context) {
    const { address, sent, received, latencyMs } = await sendPackets(host, context.guard, context);
    context.say(
      `${received} of ${sent} packets came back from ${address}, in ${latencyMs} ms on average`,
    );
    return { answered: true, latencyMs };
  },
};
