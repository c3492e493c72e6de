import { useMutation } from '@tanstack/react-query';
import type { Incident } from '../../../contract/shapes/incident.ts';
import {
  acknowledge,
  takeBack,
  usePendingAcknowledgements,
} from '../../client/acknowledgements.ts';
import { notifyFailure, useAction } from '../../client/actions.ts';
import { accountName } from '../../client/markers.ts';
import { notify } from '../../shared/notices.ts';

/** Who is on an incident, and what this operator can do about it. */
export interface Acknowledging {
  readonly account: string;
  /** Pressed on this device, and the server cannot be reached. */
  readonly isWaiting: boolean;
  readonly busy: boolean;
  readonly onAcknowledge: (note: string) => void;
  readonly onRelease: () => void;
  readonly onTakeBack: () => void;
}

/** @param title of the incident: 'Archive is down' */
export function useAcknowledge({ id }: Pick<Incident, 'id'>, title: string): Acknowledging {
  const incident = String(id);
  const isWaiting = usePendingAcknowledgements().some(
    (pending) => pending.incident === incident && pending.dropped === undefined,
  );
  const taking = useMutation({
    mutationFn: (note: string) => acknowledge({ incident, title, note }),
    onSuccess: (end) => notify(end === 'sent' ? ON_IT(title) : KEPT),
    onError: (error) => notifyFailure('Could not be acknowledged', error),
  });
  const releasing = useAction('releaseIncident', {
    success: { title: 'You are no longer on it', message: title },
    failure: 'Could not be released',
  });
  return {
    account: accountName(),
    isWaiting,
    busy: taking.isPending || releasing.isPending,
    onAcknowledge: taking.mutate,
    onRelease: () => releasing.mutate({ params: { id: incident } }),
    onTakeBack: () => void takeBack(incident).catch(reportError),
  };
}

const ON_IT = (title: string) =>
  ({ severity: 'success', title: 'You are on it', message: title }) as const;

const KEPT = {
  severity: 'warning',
  title: 'Waiting to be sent',
  message: 'The server cannot be reached. This device sends it when it can be.',
} as const;
