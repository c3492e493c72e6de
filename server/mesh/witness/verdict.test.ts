import { describe, expect, test } from 'vitest';
import { idOf, type SimulatedMesh, simulate } from '../../../tests/server/mesh/simulated-mesh.ts';
import type { JudgedPlatform } from '../../round.ts';
import { type Judgement, judge } from './verdict.ts';

/** Of all sizes together. `WITNESS_SEEDS=10000` makes more. */
const SEEDS = Number(process.env.WITNESS_SEEDS ?? 800);
const SIZES = [3, 7, 20, 50];

type Claim = (mesh: SimulatedMesh, node: number, judged: JudgedPlatform) => boolean;

const othersOf = ({ size }: SimulatedMesh, node: number) =>
  Array.from({ length: size }, (_, one) => one).filter((one) => one !== node);
const reachersOf = (mesh: SimulatedMesh, node: number) =>
  othersOf(mesh, node).filter((one) => mesh.reaches(one, node));
const isCut = (mesh: SimulatedMesh, a: number, b: number) =>
  !mesh.reaches(a, b) || !mesh.reaches(b, a);

/** Whether a lie about a line that is whole is said to be one. */
const liesAreDisputed: Claim = (mesh, node, { missedBy, disputed }) => {
  const { liar } = mesh;
  if (liar === undefined || !missedBy.includes(idOf(liar)) || isCut(mesh, liar, node)) return true;
  return disputed.includes(idOf(liar));
};

/** What each verdict claims; the others claim nothing. */
const IS_TRUE: Readonly<Record<string, Claim>> = {
  up: (mesh, node, judged) => mesh.isRunning(node) && liesAreDisputed(mesh, node, judged),
  down: (mesh, node) => reachersOf(mesh, node).length * 2 <= mesh.size - 1,
  'cut-off-from-us': (mesh, node, judged) =>
    !mesh.reaches(0, node) &&
    reachersOf(mesh, node).length > 0 &&
    liesAreDisputed(mesh, node, judged),
  'cut-off-from-some': (mesh, node, { missedBy, disputed }) =>
    mesh.isRunning(node) &&
    missedBy
      .filter((id) => !disputed.includes(id))
      .every((id) => isCut(mesh, Number(id.slice(1)), node)),
};

/** The same of a site, which says nothing itself. */
const IS_TRUE_OF_SITE: Readonly<
  Record<string, (mesh: SimulatedMesh, judged: SiteJudged) => boolean>
> = {
  up: (_mesh, { site, missedBy, disputed }) =>
    !site.isDown && missedBy.every((id) => disputed.includes(id)),
  down: (mesh, { site }) => {
    const voters = [0, ...site.witnesses];
    return voters.filter((one) => mesh.seesSite(one, site.id)).length * 2 <= voters.length;
  },
  'cut-off-from-us': (mesh, { site }) =>
    !mesh.seesSite(0, site.id) && site.witnesses.some((one) => mesh.seesSite(one, site.id)),
  'cut-off-from-some': (mesh, { site, missedBy, disputed }) =>
    !site.isDown &&
    missedBy
      .filter((id) => !disputed.includes(id))
      .some((id) => !mesh.seesSite(Number(id.slice(1)), site.id)),
};
interface SiteJudged extends JudgedPlatform {
  readonly site: SimulatedMesh['sites'][number];
}

interface Counts {
  readonly verdicts: Record<string, number>;
  /** Lies that are said to be some. */
  lies: number;
  readonly wrong: string[];
}

function isTrue(mesh: SimulatedMesh, id: string, judged: JudgedPlatform): boolean | undefined {
  const site = mesh.sites.find((one) => one.id === id);
  if (site === undefined) return IS_TRUE[judged.verdict]?.(mesh, Number(id.slice(1)), judged);
  return IS_TRUE_OF_SITE[judged.verdict]?.(mesh, { ...judged, site });
}

function count(mesh: SimulatedMesh, { platforms, isCutOff, downLines }: Judgement, counts: Counts) {
  for (const [id, judged] of platforms) {
    const { verdict, disputed } = judged;
    const kind = mesh.sites.some((site) => site.id === id) ? `site ${verdict}` : verdict;
    counts.verdicts[kind] = (counts.verdicts[kind] ?? 0) + 1;
    if (mesh.liar !== undefined && disputed.includes(idOf(mesh.liar))) counts.lies++;
    if (isTrue(mesh, id, judged) === false)
      counts.wrong.push(`seed ${mesh.seed}: ${id} is not ${verdict}`);
  }
  if (isCutOff && downLines.some((id) => mesh.reaches(0, Number(id.slice(1)))))
    counts.wrong.push(`seed ${mesh.seed}: not cut off`);
}

test.each(SIZES)(
  'in a mesh of %i a verdict is true after two rounds, or claims nothing',
  (size) => {
    const counts: Counts = { verdicts: {}, lies: 0, wrong: [] };
    for (let seed = 0; seed < SEEDS / SIZES.length; seed++) {
      const mesh = simulate(size, seed);
      for (const judgement of mesh.judgements) count(mesh, judgement, counts);
    }
    expect(counts.wrong).toEqual([]);
    expect(counts.lies).toBeGreaterThan(0);
    // With one witness there is none too many to lie.
    const all = ['up', 'down', 'cut-off-from-us', 'cut-off-from-some'];
    const ofSites = all.map((verdict) => `site ${verdict}`);
    const given = size === 3 ? ['up', 'site up', 'site down'] : [...all, ...ofSites];
    expect(Object.keys(counts.verdicts)).toEqual(expect.arrayContaining(given));
  },
);

describe('the table of docs/decisions/31', () => {
  const NOW = 1_800_000_100_000;
  const NODES = ['harbor', 'forge', 'signal', 'ledger', 'archive', 'sentinel'];
  /** @param said by node: what it says of Harbor; `+` it reaches it, `-` it does not, `?` it says nothing */
  function verdictOf(own: string, said: string, options: { needed?: number; ageMs?: number } = {}) {
    const { needed = 2, ageMs = 1000 } = options;
    const nodes = NODES.slice(0, said.length + 1);
    const reachesOf = (sign: string | undefined) => (sign === '?' ? undefined : sign === '+');
    const testimonies = nodes.slice(1).map((from, i) => {
      const reaches = reachesOf(said[i]);
      const seen = new Map(reaches === undefined ? [] : [['harbor', { reaches, at: NOW - ageMs }]]);
      return [from, { at: NOW - ageMs, seen }] as const;
    });
    const { platforms } = judge({
      ...{ self: 'meridian', nodes, now: NOW, freshMs: 23_000, needed },
      own: new Map([['harbor', { reaches: reachesOf(own), since: NOW - 5000 }]]),
      testimonies: new Map(testimonies),
      witnessed: [],
    });
    return platforms.get('harbor')?.verdict;
  }

  test.each([
    ['+', '+++++', 'up'],
    ['+', '?????', 'up'],
    ['+', '-++++', 'up'],
    ['?', '++???', 'up'],
    ['-', '++---', 'cut-off-from-us'],
    ['-', '-----', 'down'],
    ['-', '---??', 'down'],
    ['-', '---+?', 'down'],
    ['-', '--???', 'not-known'],
    ['-', '?????', 'not-known'],
    ['-', '+-???', 'disputed'],
    ['?', '?????', 'not-known'],
    // Three nodes: one witness.
    ['-', '+', 'disputed'],
    ['-', '-', 'not-known'],
  ])('this node %s, the others %s: %s', (own, said, verdict) => {
    expect(verdictOf(own, said)).toBe(verdict);
  });

  test('one witness is enough where the configuration says so', () => {
    expect(verdictOf('-', '+', { needed: 1 })).toBe('cut-off-from-us');
    expect(verdictOf('-', '-', { needed: 1 })).toBe('down');
  });

  test('what is old, or older than what this node has found, says nothing', () => {
    expect(verdictOf('-', '+++++', { ageMs: 5001 })).toBe('not-known');
    expect(verdictOf('+', '-----', { ageMs: 40_000 })).toBe('up');
  });
});
