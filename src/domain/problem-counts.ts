import type { Connection } from '../../contract/shapes/mesh.ts';
import type { MeshProblems, Problem } from './problems.ts';

/** Problems in numbers, for the headline of many. */

/** What one is called of which this node opens an incident, by its scope. */
const OTHERS = { display: 'display', host: 'host', chain: 'alert chain' };

interface Count {
  /** As of a platform; 'person': opened by one; 'display', 'host', 'chain': of one. */
  readonly status: string;
  readonly text: string;
}

/** @returns '8 down', '1 slow', '2 in maintenance': the worst first, and none of which there are none */
export function problemCounts({ problems, planned }: MeshProblems): Count[] {
  const of = (status: string) =>
    problems.filter((one) => !one.isByPerson && one.status === status).length;
  const others = Object.entries(OTHERS).map(([status, name]) => {
    const count = problems.filter(({ incident }) => incident?.scope === status).length;
    return { status, count, word: count === 1 ? name : `${name}s` };
  });
  const people = problems.filter(({ isByPerson }) => isByPerson).length;
  const byPeople = others.reduce((left, { count }) => left - count, people);
  const inMaintenance = new Set(planned.flatMap(({ platforms }) => platforms)).size;
  return [
    { status: 'error', count: of('error'), word: 'down' },
    { status: 'warning', count: of('warning'), word: 'slow' },
    { status: 'drill', count: of('drill'), word: of('drill') === 1 ? 'drill' : 'drills' },
    { status: 'person', count: byPeople, word: byPeople === 1 ? 'by a person' : 'by people' },
    ...others,
    { status: 'maintenance', count: inMaintenance, word: 'in maintenance' },
  ].flatMap(({ status, count, word }) => (count > 0 ? { status, text: `${count} ${word}` } : []));
}

/** @returns how many nobody is on; '1 waits · 4 taken' of the others */
export function ownerCounts(problems: readonly Problem[]) {
  const of = (state: Problem['owner']['state']) =>
    problems.filter(({ owner }) => owner.state === state).length;
  const [waiting, taken] = [of('waits'), of('taken')];
  return {
    nobody: of('nobody'),
    others: [
      waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`,
      taken > 0 && `${taken} taken`,
    ]
      .filter(Boolean)
      .join(' · '),
  };
}

/** @returns 'Core' with '3 down, 1 slow' for each group in trouble, the worst first */
export function groupCounts(
  { problems, planned }: MeshProblems,
  platforms: readonly Pick<Connection, 'id' | 'group'>[],
): { readonly name: string; readonly text: string }[] {
  const groupOf = new Map(platforms.map(({ id, group }) => [id, group]));
  const inGroups = (ids: readonly string[]) => ids.map((id) => groupOf.get(id));
  const of = (...statuses: string[]) =>
    inGroups(
      problems.flatMap(({ status, platform }) => (statuses.includes(status) ? platform : [])),
    );
  const words = [
    { word: 'down', groups: of('error', 'drill') },
    { word: 'slow', groups: of('warning') },
    { word: 'planned', groups: inGroups(planned.flatMap((one) => one.platforms)) },
  ];
  const names = new Set(words.flatMap(({ groups }) => groups).filter((name) => name !== undefined));
  return [...names]
    .map((name) => ({
      name,
      counts: words.map(({ groups }) => groups.filter((one) => one === name).length),
    }))
    .sort((a, b) => weightOf(b.counts) - weightOf(a.counts) || a.name.localeCompare(b.name))
    .map(({ name, counts }) => ({
      name,
      text: words.flatMap(({ word }, at) => (counts[at] ? `${counts[at]} ${word}` : [])).join(', '),
    }));
}

/** One that is down counts for more than all that can be slow. */
const weightOf = ([down = 0, slow = 0, planned = 0]: readonly number[]) =>
  (down * MESH_MAX + slow) * MESH_MAX + planned;

const MESH_MAX = 10_000;
