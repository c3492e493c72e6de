import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../contract/limits.ts';
import { applyDelta, diffData } from '../../src/shared/delta.ts';
import { adoptTail, merge, share } from '../../src/worker/reads/merge.ts';

const asIs = (answer: unknown) => answer;
const rows = (...ids: number[]) => ids.map((id) => ({ id, message: `event ${id}` }));
const ids = (data: unknown) => (data as { id: number }[]).map(({ id }) => id);

describe('merge', () => {
  it('puts new rows in front and keeps the others the same objects', () => {
    const before = rows(2, 1);
    const after = merge(before, { op: 'prepend', data: rows(3) }, asIs) as unknown[];
    expect(ids(after)).toEqual([3, 2, 1]);
    expect(after[1]).toBe(before[0]);
  });

  it('moves a row that is sent again to its new place', () => {
    expect(ids(merge(rows(2, 1), { op: 'prepend', data: rows(1) }, asIs))).toEqual([1, 2]);
  });

  it('keeps no more rows than the ring holds, the newest', () => {
    const full = rows(...Array.from({ length: ACTIVITY.ringMax }, (_, i) => ACTIVITY.ringMax - i));
    const after = merge(full, { op: 'prepend', data: rows(9999) }, asIs);
    expect(ids(after)).toHaveLength(ACTIVITY.ringMax);
    expect(ids(after)[0]).toBe(9999);
    expect(ids(after).at(-1)).toBe(2);
  });

  it('patches the row with the id and leaves the rest alone', () => {
    const before = rows(2, 1);
    const after = merge(
      before,
      { op: 'patch', data: { id: 1, message: 'new' } },
      asIs,
    ) as unknown[];
    expect(after[1]).toEqual({ id: 1, message: 'new' });
    expect(after[0]).toBe(before[0]);
  });

  it('patches several rows, each by its id', () => {
    const before = rows(3, 2, 1);
    const data = [
      { id: 1, message: 'new' },
      { id: 3, more: true },
    ];
    const after = merge(before, { op: 'patch', data }, asIs) as unknown[];
    expect(after).toEqual([{ ...before[0], more: true }, before[1], { id: 1, message: 'new' }]);
    expect(after[1]).toBe(before[1]);
  });

  it('removes the row with the id, if it is there', () => {
    const before = rows(3, 2, 1);
    const after = merge(before, { op: 'remove', data: { id: 2 } }, asIs) as unknown[];
    expect(ids(after)).toEqual([3, 1]);
    expect(after[0]).toBe(before[0]);
    expect(merge(after, { op: 'remove', data: { id: 2 } }, asIs)).toBe(after);
  });

  it('patches the fields of an object', () => {
    const after = merge({ a: 1, b: 2 }, { op: 'patch', data: { b: 3 } }, asIs);
    expect(after).toEqual({ a: 1, b: 3 });
  });

  it('replaces the whole answer but keeps what is equal', () => {
    const before = rows(2, 1);
    const after = merge(before, { op: 'replace', data: rows(3, 2, 1) }, asIs) as unknown[];
    expect(after[1]).toBe(before[0]);
    expect(merge(before, { op: 'replace', data: rows(2, 1) }, asIs)).toBe(before);
  });

  it.each([
    ['rows for what is no list', { a: 1 }, { op: 'prepend', data: rows(1) }],
    ['no rows for a list', rows(1), { op: 'prepend', data: { id: 1 } }],
    ['a patch of a row that is not there', rows(1), { op: 'patch', data: { id: 2 } }],
    ['a patch of rows of which one is not there', rows(1), { op: 'patch', data: rows(1, 2) }],
    ['a patch of no rows', rows(1), { op: 'patch', data: [] }],
    ['a patch of nothing', null, { op: 'patch', data: { id: 2 } }],
    ['a row to remove from what is no list', { id: 1 }, { op: 'remove', data: { id: 1 } }],
    ['a row to remove without an id', rows(1), { op: 'remove', data: null }],
    ['a patch that is no object', { a: 1 }, { op: 'patch', data: 7 }],
  ] as const)('says that it does not fit: %s', (_, data, change) => {
    expect(merge(data, change, asIs)).toBeUndefined();
  });

  it('rejects data that the contract cannot parse', () => {
    const never = () => undefined;
    expect(merge(rows(1), { op: 'replace', data: 'x' }, never)).toBeUndefined();
    expect(merge(rows(1), { op: 'prepend', data: rows(2) }, never)).toBeUndefined();
    expect(merge(rows(1), { op: 'patch', data: { id: 1 } }, never)).toBeUndefined();
  });
});

describe('adoptTail', () => {
  it('keeps the older rows that follow without a gap', () => {
    expect(ids(adoptTail(rows(3, 2, 1), rows(5, 4, 3)))).toEqual([5, 4, 3, 2, 1]);
  });

  it('drops older rows when there would be a gap', () => {
    expect(ids(adoptTail(rows(2, 1), rows(9, 8)))).toEqual([9, 8]);
  });

  it('drops older rows of another history, whose ids were given again', () => {
    const [row] = rows(3);
    expect(ids(adoptTail([{ ...row, message: 'lost' }, ...rows(2, 1)], rows(4, 3)))).toEqual([
      4, 3,
    ]);
  });

  it('is empty when the snapshot is', () => {
    expect(adoptTail(rows(2, 1), [])).toEqual([]);
  });
});

describe('share', () => {
  it('returns the old value when nothing changed, and always equals the new one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (old, next) => {
        expect(share(old, structuredClone(old))).toBe(old);
        expect(share(old, next)).toEqual(next);
      }),
    );
  });

  it('does not take an own field named __proto__ for anything else', () => {
    const next = JSON.parse('{"__proto__":{"a":1}}');
    expect(Object.keys(share({ b: 1 }, next) as object)).toEqual(['__proto__']);
  });
});

describe('diffData and applyDelta', () => {
  const list = fc.array(fc.nat({ max: 20 })).map((found) => [...new Set(found)]);

  it('build the same rows on the page, known ones as the same objects', () => {
    const pool = rows(...Array.from({ length: 21 }, (_, id) => id));
    const pick = (picked: readonly number[]) => picked.map((id) => pool[id]);
    fc.assert(
      fc.property(list, list, (sentIds, nextIds) => {
        const sent = pick(sentIds);
        const next = pick(nextIds);
        const onPage = structuredClone(sent);
        const applied = applyDelta(onPage, structuredClone(diffData(sent, next))) as unknown[];
        expect(applied).toEqual(next);
        for (const [i, id] of nextIds.entries()) {
          const place = sentIds.indexOf(id);
          const isRun = diffData(sent, next).kind === 'rows';
          if (isRun && place >= 0) expect(applied[i]).toBe(onPage[place]);
        }
      }),
    );
  });

  it('send one new row of five thousand, and not the others', () => {
    const sent = rows(...Array.from({ length: 5000 }, (_, i) => i));
    const fresh = { id: 5000, message: 'new' };
    expect(diffData(sent, [fresh, ...sent.slice(0, -1)])).toEqual({
      kind: 'rows',
      pieces: [{ rows: [fresh] }, { from: 0, count: 4999 }],
    });
  });

  it('send nothing when nothing changed', () => {
    const sent = rows(1);
    expect(diffData(sent, sent)).toEqual({ kind: 'same' });
  });
});
