import type { WitnessLog } from '../log/witness-log.ts';
import type { Answer, MeshCallName, Payload, ViewEntry } from '../wire/messages.ts';
import type { Answered, Asked } from '../witness/testimonies.ts';

/** Answers the calls of peers. `from` is the caller's platform id, proven by its signature. */
export type MeshHandlers = {
  readonly [Name in MeshCallName]: (
    from: string,
    payload: Payload<Name>,
  ) => Answer<Name> | Promise<Answer<Name>>;
};

export interface HandlersDeps extends Pick<MeshHandlers, 'proof' | 'callback'> {
  /** How this node sees the mesh. */
  readonly view: () => ViewEntry[] | Promise<ViewEntry[]>;
  readonly uptimeSec: () => number;
  /** Name of this node's build. */
  readonly version?: string | undefined;
  /** Takes what comes with a probe. @returns what goes with its answer; nothing by default */
  readonly testify?: (asked: Asked) => Answered | Promise<Answered>;
  /** Looks at platforms of the caller; at none by default. */
  readonly look?: MeshHandlers['look'];
  /** Signs the heads of the callers' logs; left out: none. */
  readonly witnessLog?: WitnessLog;
  /** Receives deployed bundles. */
  readonly transfers: Pick<MeshHandlers, 'offer' | 'chunk'>;
}

export const LOOKS_AT_NOTHING = { refused: 'looks at nothing for this node' };

export function createHandlers(deps: HandlersDeps): MeshHandlers {
  const { view, uptimeSec, version, proof, callback, transfers } = deps;
  const { witnessLog, testify = () => ({}), look = () => LOOKS_AT_NOTHING } = deps;
  return {
    probe: async (_from, asked) => ({
      uptimeSec: uptimeSec(),
      ...(version !== undefined && { version }),
      ...(await testify(asked)),
    }),
    look,
    heartbeat: () => ({ taken: true }),
    handshake: async (from, { logHead }) => ({
      view: await view(),
      ...(logHead && witnessLog && { logWitness: await witnessLog(from, logHead) }),
    }),
    proof,
    callback,
    ...transfers,
  };
}
