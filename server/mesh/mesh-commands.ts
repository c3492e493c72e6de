import * as z from 'zod/mini';

/** Arguments and answers of what an operator can start, as instances send them to each other. */
export const COMMANDS = {
  /** Rejects with BusyError when too many requests wait for one; so do `ping` and `reconnect`. */
  sync: command(
    z.tuple([]),
    z.object({ message: z.string(), asked: z.number(), reached: z.number() }),
  ),
  ping: command(z.tuple([]), z.object({ sent: z.number(), replied: z.number() })),
  /** Drops every connection and probes all peers. */
  reconnect: command(z.tuple([]), z.object({ asked: z.number(), reached: z.number() })),
  /** By platform and username. Answers false when this platform has no new key to acknowledge. */
  acknowledgeKey: command(z.tuple([z.string(), z.string()]), z.boolean()),
  /** Answers the challenge's id, or null for a peer that is not configured. Rejects with BusyError. */
  startProof: command(
    // Platform id or domain.
    z.tuple([z.object({ peer: z.string(), deadlineSec: z.number(), origin: z.string() })]),
    z.nullable(z.string()),
  ),
};

type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;
export type CommandArgs<Name extends CommandName> = z.infer<Commands[Name]['args']>;
export type CommandAnswer<Name extends CommandName> = z.infer<Commands[Name]['answer']>;

/** What an operator can start: the leader does it, whichever instance is asked. */
export type MeshCommands = {
  readonly [Name in CommandName]: (...args: CommandArgs<Name>) => Promise<CommandAnswer<Name>>;
};
export type ProofRequest = CommandArgs<'startProof'>[0];

/** @returns commands that all do the same with their name and arguments */
export const createCommands = (
  run: <Name extends CommandName>(
    name: Name,
    args: CommandArgs<Name>,
  ) => Promise<CommandAnswer<Name>>,
) =>
  Object.fromEntries(
    Object.keys(COMMANDS).map((name) => [name, (...args: never) => run(name as CommandName, args)]),
  ) as unknown as MeshCommands;

function command<Args, Answer>(args: z.ZodMiniType<Args>, answer: z.ZodMiniType<Answer>) {
  return { args, answer };
}
