import type { Acknowledgement, Incident, Offer } from '../../contract/shapes/incident.ts';

/** Who has an incident. waits: for whoever it was offered to. */
export type Owner =
  | { readonly state: 'nobody' }
  | ({ readonly state: 'waits' } & Readonly<Offer>)
  | ({ readonly state: 'taken' } & Readonly<Acknowledgement>);

/**
 * Whoever is on it has it, also while somebody else offers it. An offer ends at its time, also without a message.
 *
 * @param now server time, epoch milliseconds
 */
export function ownerOf(
  { acknowledgement, offer, endedAt }: Pick<Incident, 'acknowledgement' | 'offer' | 'endedAt'>,
  now: number,
): Owner {
  if (acknowledgement) return { ...acknowledgement, state: 'taken' };
  if (offer && endedAt === null && now < offer.until) return { ...offer, state: 'waits' };
  return { state: 'nobody' };
}

/**
 * @param me whoever reads it; '' of a display, which is nobody's
 * @returns 'Nobody is on it'; 'waits for viktor', 'waits for you'; 'viktor is on it', 'You are on it'
 */
export function ownerText(owner: Owner, me = ''): string {
  if (owner.state === 'nobody') return 'Nobody is on it';
  if (owner.state === 'waits') return `waits for ${owner.to === me ? 'you' : owner.to}`;
  return owner.by === me ? 'You are on it' : `${owner.by} is on it`;
}

/** The one thing that is done next about an incident; `takeBack`: an offer. */
export type OwnerAction = 'takeOn' | 'accept' | 'takeBack' | 'takeOver' | 'addNote';

/** @param me whoever would do it */
export function ownerAction(owner: Owner, me: string): OwnerAction {
  if (owner.state === 'taken') return owner.by === me ? 'addNote' : 'takeOver';
  if (owner.state === 'waits' && owner.to === me) return 'accept';
  return owner.state === 'waits' && owner.by === me ? 'takeBack' : 'takeOn';
}
