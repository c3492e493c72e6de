import type { Connection } from '../../../contract/shapes/mesh.ts';
import { groupsOf } from '../../domain/groups.ts';
import { type Judged, meshVerdict } from '../../domain/verdict.ts';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './wall.module.css';

type Platforms = readonly Judged<Connection>[];

/** Two lines of them can be read from across the room. */
const GROUPS_MAX = 14;

/** Every platform as a dot of its group, those with trouble first. */
export function WallGroups({ platforms }: { platforms: Platforms }) {
  const groups = shownGroups(platforms);
  return (
    <ul className={styles.groups}>
      {groups.map(([name, members]) => {
        const { detail, state, color } = meshVerdict(members, 'fresh');
        return (
          <li key={name} data-color={color}>
            <p>
              <b>{name || (groups.length === 1 ? 'All platforms' : 'Others')}</b>
              <span>{members.length}</span>
            </p>
            <p className={styles.verdict}>{detail || (state === 'active' ? 'all up' : null)}</p>
            <div className={styles.marks} aria-hidden="true">
              {members.map(({ id, status }) => (
                <StatusShape key={id} status={status} />
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** @returns the groups; of too many the last ones as one */
function shownGroups(platforms: Platforms): (readonly [string, Platforms])[] {
  const groups = groupsOf(platforms);
  if (groups.length <= GROUPS_MAX) return groups;
  const rest = groups.slice(GROUPS_MAX - 1);
  const members = rest.flatMap(([, ofGroup]) => ofGroup);
  return [...groups.slice(0, GROUPS_MAX - 1), [`${rest.length} other groups`, members]];
}
