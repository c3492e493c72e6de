import { type ReactNode, useState } from 'react';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { groupsOf } from '../domain/groups.ts';
import { type Judged, meshVerdict } from '../domain/verdict.ts';
import styles from './grouped-items.module.css';
import type { ReadState } from './read-state.tsx';
import { StatusMark } from './status-mark.tsx';

type Platforms = readonly Judged<Connection>[];

export interface GroupedItemsProps {
  platforms: Platforms;
  age: ReadState['age'];
  /** Makes an item of a list, with its key. */
  item: (platform: Judged<Connection>) => ReactNode;
  /** What else is said of a group. */
  note?: (platforms: Platforms) => string;
}

/** The items of a list of platforms under those of their groups: trouble first, the rest folded. */
export const GroupedItems = ({ platforms, ...others }: GroupedItemsProps) =>
  groupsOf(platforms).map(([name, members]) => (
    <GroupItems key={name} name={name} platforms={members} {...others} />
  ));

/** Of a group that is folded. */
const TROUBLE_MAX = 5;
const CALM: readonly string[] = ['connected', 'paused', 'maintenance', 'affected'];

function GroupItems({ name, platforms, age, item, note }: GroupedItemsProps & { name: string }) {
  const [isOpen, setOpen] = useState(false);
  const worst = platforms.find(({ status }) => status !== 'paused')?.status ?? 'paused';
  const trouble = platforms.filter(({ status }) => !CALM.includes(status));
  const texts = [String(platforms.length), meshVerdict(platforms, age).detail, note?.(platforms)];
  return (
    <>
      <li className={styles.group}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <StatusMark status={age === 'unknown' ? 'unknown' : worst} age={age} />
          <b title={name}>{name || 'Others'}</b>
          <span>{texts.filter(Boolean).join(' · ')}</span>
        </button>
      </li>
      {(isOpen ? platforms : trouble.slice(0, TROUBLE_MAX)).map(item)}
    </>
  );
}
