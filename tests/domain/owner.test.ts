import { describe, expect, it } from 'vitest';
import { ownerOf } from '../../src/domain/owner.ts';

const offer = { by: 'ada', to: 'viktor', at: 1000, until: 2000 };
const taken = { by: 'bob', at: 1500, note: '' };
const open = { acknowledgement: null, endedAt: null };

describe('ownerOf', () => {
  it('has nobody without an offer, as of older servers', () => {
    expect(ownerOf(open, 1500)).toEqual({ state: 'nobody' });
    expect(ownerOf({ ...open, offer: null }, 1500)).toEqual({ state: 'nobody' });
  });

  it('waits for whoever it is offered to, until the end of the offer', () => {
    expect(ownerOf({ ...open, offer }, 1999)).toEqual({ ...offer, state: 'waits' });
    expect(ownerOf({ ...open, offer }, 2000)).toEqual({ state: 'nobody' });
  });

  it('stays with whoever is on it while somebody else offers it', () => {
    const incident = { ...open, offer, acknowledgement: taken };
    expect(ownerOf(incident, 1500)).toEqual({ ...taken, state: 'taken' });
  });

  it('waits for nobody once the incident has ended', () => {
    expect(ownerOf({ ...open, offer, endedAt: 1700 }, 1800)).toEqual({ state: 'nobody' });
  });
});
