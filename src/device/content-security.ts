/** The part of the Trusted Types standard that is used; TypeScript's DOM types lack it. */
interface PolicyFactory {
  createPolicy(
    name: 'default',
    rules: {
      createHTML: (text: string) => string;
      createScriptURL: (url: string) => string;
    },
  ): unknown;
}

/**
 * The page's default policy: the browser passes every plain string for an HTML or script address sink through it.
 * Mantine sets the text of its style elements by innerHTML, so text without a tag passes; nothing else does.
 * Does nothing where the browser has no Trusted Types.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: textWithoutTags,
    createScriptURL: ownScript,
  });
}

/** @throws TypeError for text that could be markup */
export function textWithoutTags(text: string): string {
  if (text.includes('<')) throw new TypeError('Markup must not be set as text');
  return text;
}

/** @throws TypeError for a script of another origin */
export function ownScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError(`${url} is not a script of this origin`);
  return url;
}

/**
 * The nonce that lets style elements through the content security policy (`server/http/security-headers.ts`). One a build,
 * in the page itself, because the service worker keeps page and header together.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
