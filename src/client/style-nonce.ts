/**
 * The nonce that lets style elements through the content security policy (`server/http/headers.ts`). One a build,
 * in the page itself, because the service worker keeps page and header together.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
