import { waitingCount } from './acknowledgements.ts';
import { unsentCount } from './outbox.ts';

/** What would be lost by signing out. */
interface Unsent {
  readonly uploads: number;
  readonly acknowledgements: number;
}

/** @returns what signing out now would lose, as sentences; undefined: nothing */
export function unsentText(): string | undefined {
  const unsent = { uploads: unsentCount(), acknowledgements: waitingCount() };
  return totalOf(unsent) === 0 ? undefined : lossText(unsent);
}

const totalOf = ({ uploads, acknowledgements }: Unsent) => uploads + acknowledgements;

function lossText(unsent: Unsent): string {
  const counted = (count: number, thing: string) =>
    count === 0 ? [] : [`${count} ${thing}${count === 1 ? '' : 's'}`];
  const things = [
    ...counted(unsent.uploads, 'upload'),
    ...counted(unsent.acknowledgements, 'acknowledgement'),
  ].join(' and ');
  const isOne = totalOf(unsent) === 1;
  return `${things} ${isOne ? 'has' : 'have'} not been sent. Signing out removes ${isOne ? 'it' : 'them'} from this device.`;
}
