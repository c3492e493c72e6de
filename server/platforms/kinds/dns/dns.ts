import { type Kind, type OfKind, placeOf } from '../kind.ts';
import { probeDns } from './probe.ts';

/** A name is up while its record is there, with its value. */
export const dns: Kind<OfKind<'dns'>> = {
  target: ({ record, host }) => `${record} ${host}`,
  place: ({ server }) => (server ? placeOf(`dns://${server}`) : undefined),
  probe: probeDns,
};
