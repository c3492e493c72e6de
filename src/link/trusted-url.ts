/** The names of this module are those of the Trusted Types standard, which TypeScript's DOM lacks. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** The one policy that the server's content security policy lets the page make. */
const POLICY_NAME = 'meridian';

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined;

/**
 * @param url a script of this origin
 * @returns the same address, trusted; as it is where the browser has no Trusted Types
 * @throws TypeError for a script of another origin
 */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (factory === undefined) return sameOrigin(url);
  policy ??= factory.createPolicy(POLICY_NAME, { createScriptURL: sameOrigin });
  return policy.createScriptURL(url);
}

function sameOrigin(url: string): string {
  const { origin } = new URL(url, location.href);
  if (origin !== location.origin) throw new TypeError(`${url} is no script of this origin`);
  return url;
}
