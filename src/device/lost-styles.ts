const AGAIN_MS = 2000;

/**
 * Asks for styles that could not be loaded until they are there. The bundler asks once: the next try of a screen's part would be
 * shown without them.
 *
 * @param signal ends it
 */
export function reloadLostStyles(signal: AbortSignal): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      setTimeout(() => target.replaceWith(target.cloneNode()), AGAIN_MS);
  };
  addEventListener('error', onError, { capture: true, signal });
}
