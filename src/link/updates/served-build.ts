/**
 * Asks the server itself, past everything that this device keeps, which build it serves.
 *
 * @returns undefined when it does not answer; whoever answers with something else is not the server
 */
export async function servedBuild(): Promise<string | undefined> {
  try {
    // An address with a query is none that the service worker keeps.
    const answer = await fetch(`/index.html?at=${Date.now()}`, { cache: 'no-store' });
    return /<meta name="build" content="(?<name>\w+)"/.exec(await answer.text())?.groups?.name;
  } catch {
    // No answer at all.
    return undefined;
  }
}
