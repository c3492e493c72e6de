import { createSubscribable } from '../shared/subscribable.ts';

/**
 * The way from a tab to an app: what the browser offers, kept until somebody takes it. `index.html` keeps an
 * offer that comes before this is loaded.
 *
 * installed: this is the app, or it was installed while this page was open; offered: one press away, also of an
 * app that was removed since; by-hand: by the browser's share menu; insecure: not without HTTPS; none: the
 * browser offers nothing, or has the app already.
 */
export type InstallState = 'installed' | 'offered' | 'by-hand' | 'insecure' | 'none';

export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** What the page is, so that tests can be another one. */
export interface InstallPage {
  readonly events: EventTarget;
  readonly isSecure: boolean;
  readonly early: InstallOffer | undefined;
  isApp(): boolean;
  isByHand(): boolean;
}

export type Installing = ReturnType<typeof createInstalling>;

export function createInstalling(page: InstallPage) {
  const changes = createSubscribable();
  let offer = page.early;
  let installed = false;
  page.events.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // A browser that has the app makes no offer.
    installed = false;
    change(event as InstallOffer);
  });
  page.events.addEventListener('appinstalled', () => {
    installed = true;
    change(undefined);
  });

  function change(next: InstallOffer | undefined): void {
    offer = next;
    changes.emit();
  }

  return {
    state(): InstallState {
      if (installed || page.isApp()) return 'installed';
      if (offer) return 'offered';
      if (!page.isSecure) return 'insecure';
      return page.isByHand() ? 'by-hand' : 'none';
    },
    /** @returns whether the person agreed; false as well when there is nothing to agree to */
    async install(): Promise<boolean> {
      const current = offer;
      if (current === undefined) return false;
      // An offer is good for one question.
      change(undefined);
      const answer = await current.prompt().catch(() => undefined);
      return answer?.outcome === 'accepted';
    },
    subscribe: changes.subscribe,
  };
}
