import { type Kind, type OfKind, placeOf } from '../kind.ts';

/** It is probed by signed calls (`server/mesh/`). */
export const mesh: Kind<OfKind<'mesh'>> = {
  target: ({ address }) => address,
  place: ({ address }) => (address === undefined ? undefined : placeOf(address)),
  probe: async () => null,
};
