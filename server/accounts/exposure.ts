import { recordActivity } from '../activity/rows.ts';
import type { Config } from '../config/config.ts';
import type { Journal } from '../database/journal.ts';

/** @returns whether everybody on the network can make an account */
export const isOpenToAll = ({ exposed, registration }: Config) =>
  exposed && registration === 'open';

export const openToAllWarning = ({ signUpRole }: Pick<Config, 'signUpRole'>) =>
  `whoever reaches this can sign up as ${signUpRole}: set REGISTRATION to invite or closed`;

/** Writes a warning in the activity log, once for every start with such a configuration. */
export async function warnOfOpenRegistration(
  config: Config,
  { journal, now }: { readonly journal: Journal; readonly now: () => number },
): Promise<void> {
  if (!isOpenToAll(config)) return;
  const message = `Other machines reach this node, and ${openToAllWarning(config)}`;
  await journal.commit((tx, emit) =>
    recordActivity(tx, emit, { message, severity: 'warning', at: now() }),
  );
}
