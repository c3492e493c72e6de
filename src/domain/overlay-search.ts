import { textIn } from './address-values.ts';

/** What is opened over a screen. It stands in the address, so that it can be linked to and gone back from. */
export const OVERLAYS = ['upload', 'diagnostics', 'logs', 'device', 'displays', 'connect'] as const;
type Overlay = (typeof OVERLAYS)[number];

export interface OverlaySearch {
  readonly show?: Overlay | undefined;
  /** Id of a file that came from another app, or why none did. */
  readonly shared?: string | undefined;
  /** Id of the bundle whose details are open. */
  readonly bundle?: string | undefined;
  /** Id of the bundle that is to be deployed, once asked where. */
  readonly deploy?: string | undefined;
  /** Pairing code of a display that is to be approved. */
  readonly code?: string | undefined;
  /** Text looked for in the logs. */
  readonly q?: string | undefined;
  /** Severity that the logs are filtered by. */
  readonly severity?: string | undefined;
}

/** Addresses are foreign data: whatever is none of ours is left out. */
export function overlaySearch(search: Record<string, unknown>): OverlaySearch {
  return {
    show: OVERLAYS.find((overlay) => overlay === search.show),
    shared: textIn(search.shared),
    bundle: textIn(search.bundle),
    deploy: textIn(search.deploy),
    code: textIn(search.code),
    q: textIn(search.q),
    severity: textIn(search.severity),
  };
}
