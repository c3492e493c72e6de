import { textIn } from '../../domain/address-values.ts';

/** What is opened over the screen of maintenance windows. It stands in the address, so that it can be linked to. */
export interface MaintenanceSearch {
  /** The drills alone are shown. */
  readonly part?: 'drills' | undefined;
  /** The dialog that starts or plans a window is open. */
  readonly new?: 1 | undefined;
  /** The dialog that starts a drill is open. */
  readonly drill?: 1 | undefined;
  /** Id of the platform that the open dialog is about. */
  readonly platform?: string | undefined;
}

/** Addresses are foreign data: whatever is none of ours is left out. */
export function maintenanceSearch(search: Record<string, unknown>): MaintenanceSearch {
  return {
    part: search.part === 'drills' ? 'drills' : undefined,
    new: search.new === 1 ? 1 : undefined,
    drill: search.drill === 1 ? 1 : undefined,
    platform: textIn(search.platform),
  };
}
