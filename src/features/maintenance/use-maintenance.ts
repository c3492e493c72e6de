import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import { useAction } from '../../client/actions.ts';
import { timeText } from '../../shared/moment.ts';
import type { MaintenancePayload } from './maintenance-form.ts';

/** The actions on windows, each with its notice. */
export interface MaintenanceActions {
  /** Id of the window that an action is under way on. */
  readonly busyWith: number | undefined;
  readonly onEnd: (window: Maintenance, endsAt: number) => void;
  readonly onRemove: (window: Maintenance) => void;
}

export function useMaintenanceActions(): MaintenanceActions {
  const change = useAction('changeMaintenance', {
    success: (_, { endsAt }) => `Maintenance ends at ${timeText(endsAt)}`,
    failure: 'The end of the maintenance could not be changed',
  });
  const removal = useAction('removeMaintenance', {
    success: 'Maintenance removed',
    failure: 'The maintenance could not be removed',
  });
  const busy = [change, removal].find(({ isPending }) => isPending);
  const busyId = busy?.variables?.params.id;
  return {
    busyWith: busyId === undefined ? undefined : Number(busyId),
    onEnd: ({ id }, endsAt) => change.mutate({ params: { id: String(id) }, endsAt }),
    onRemove: ({ id }) => removal.mutate({ params: { id: String(id) } }),
  };
}

/** Starting something from a dialog, which says itself why it failed. */
export interface Starting<Payload> {
  readonly pending: boolean;
  /** Why the last try failed. */
  readonly problem: string | undefined;
  /** @returns whether the server took it */
  readonly onStart: (payload: Payload) => Promise<boolean>;
  readonly forgetProblem: () => void;
}

export function usePlanMaintenance(): Starting<MaintenancePayload> {
  const action = useAction('planMaintenance', {
    success: (_, { startsAt, endsAt }) =>
      startsAt === undefined
        ? `Maintenance started, until ${timeText(endsAt)}`
        : 'Maintenance planned',
  });
  return {
    pending: action.isPending,
    problem: action.error?.userMessage,
    onStart: (payload) =>
      action.mutateAsync(payload).then(
        () => true,
        () => false,
      ),
    forgetProblem: action.reset,
  };
}

export interface DrillRequest {
  /** Id. */
  readonly platform: string;
  readonly minutes: number;
}

export function useStartDrill(): Starting<DrillRequest> {
  const action = useAction('startDrill', { success: 'Drill started' });
  return {
    pending: action.isPending,
    problem: action.error?.userMessage,
    onStart: (request) =>
      action.mutateAsync(request).then(
        () => true,
        () => false,
      ),
    forgetProblem: action.reset,
  };
}

/** Ends the drill of a platform. */
export function useEndDrill() {
  const { isPending, mutate, variables } = useAction('endDrill', {
    success: 'Drill ended',
    failure: 'The drill could not be ended',
  });
  return {
    ending: isPending ? variables.params.platform : undefined,
    endDrill: (platform: string) => mutate({ params: { platform } }),
  };
}
