const AGAIN_MS = 2000;

/**
 * What the bundler and the router do about code that could not be loaded is for servers that are there. Styles are asked for once, so
 * that the next try of a screen's part would be shown without them: here they are asked for until they come. For a screen the router
 * reloads the page, by how the error begins, and without a server nothing would be left of it.
 *
 * @param signal ends it
 */
export function recoverLostFiles(signal: AbortSignal): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      setTimeout(() => target.replaceWith(target.cloneNode()), AGAIN_MS);
  };
  addEventListener('error', onError, { capture: true, signal });
  const onPreloadError = ({ payload }: VitePreloadErrorEvent) => {
    payload.message = `Not loaded: ${payload.message}`;
  };
  addEventListener('vite:preloadError', onPreloadError, { signal });
}
