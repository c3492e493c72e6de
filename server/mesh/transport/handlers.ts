import type { Answer, MeshCallName, Payload, ViewEntry } from '../wire/messages.ts';

/** Answers the calls of peers. `from` is the caller's platform id, proven by its signature. */
export type MeshHandlers = {
  readonly [Name in MeshCallName]: (
    from: string,
    payload: Payload<Name>,
  ) => Answer<Name> | Promise<Answer<Name>>;
};

interface HandlersDeps extends Pick<MeshHandlers, 'proof' | 'callback'> {
  /** How this node sees the mesh. */
  readonly view: () => ViewEntry[] | Promise<ViewEntry[]>;
  readonly uptimeSec: () => number;
  /** Name of this node's build. */
  readonly version?: string | undefined;
  /** Receives deployed bundles. */
  readonly transfers: Pick<MeshHandlers, 'offer' | 'chunk'>;
}

export function createHandlers(deps: HandlersDeps): MeshHandlers {
  const { view, uptimeSec, version, proof, callback, transfers } = deps;
  return {
    probe: () => ({ uptimeSec: uptimeSec(), ...(version !== undefined && { version }) }),
    heartbeat: () => ({ taken: true }),
    handshake: async () => ({ view: await view() }),
    proof,
    callback,
    ...transfers,
  };
}
