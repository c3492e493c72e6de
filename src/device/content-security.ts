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

/** Mantine sets the text of style elements by innerHTML, so that text without a tag passes; no other string does. */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: textWithoutTags,
    createScriptURL: ownScript,
  });
}

export function textWithoutTags(text: string): string {
  if (text.includes('<')) throw new TypeError('Markup must not be set as text');
  return text;
}

export function ownScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError(`${url} is not a script of this origin`);
  return url;
}

/** For the content security policy. One a build, in the page, because the service worker keeps page and header together. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
