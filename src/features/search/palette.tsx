import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  type SpotlightFilterFunction,
  useSpotlight,
} from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './palette.module.css';
import { type PaletteEntry, type PaletteGroup, usePaletteGroups } from './palette-entries.ts';
import '../../ui/theme/late-styles.css';

interface ConsolePaletteProps {
  typed: string;
  onClose: () => void;
  onKeys: () => void;
  onSignOut: () => void;
}

/** The command palette over what this console knows. */
export function ConsolePalette({ typed, onClose, onKeys, onSignOut }: ConsolePaletteProps) {
  return <Palette typed={typed} groups={usePaletteGroups(onKeys, onSignOut)} onClose={onClose} />;
}

interface PaletteProps {
  /** What is looked for from the start. */
  typed?: string;
  groups: readonly PaletteGroup[];
  onClose: () => void;
}

/** Rows shown at once; typing narrows them. */
const SHOWN_MAX = 40;

const CLASSES = {
  content: styles.content ?? '',
  action: styles.action ?? '',
  search: styles.search ?? '',
};

const [store, spotlight] = createSpotlight();

/** One field that finds screens, platforms, bundles, activity and actions. Open as long as it is rendered. */
export function Palette({ typed = '', groups, onClose }: PaletteProps) {
  const [query, setQuery] = useState(typed);
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    spotlight.open();
    return () => spotlight.close();
  }, []);
  const { listId } = useSpotlight(store);
  useEffect(() => selectFirst(listId), [listId]);
  const offered = groups.filter((group) => group.always || query.trim() !== '');
  return (
    <Spotlight
      store={store}
      actions={offered.map((group) => spotlightGroup(group, () => setIsLeaving(true)))}
      query={query}
      onQueryChange={setQuery}
      filter={find}
      onSpotlightClose={onClose}
      transitionProps={{ duration: 0 }}
      // Who goes to another screen is taken to its heading.
      returnFocus={!isLeaving}
      shortcut={null}
      lockScroll={false}
      centered={false}
      yOffset="12dvh"
      overlayProps={{ blur: 0 }}
      limit={SHOWN_MAX}
      nothingFound="Nothing found"
      scrollable={true}
      maxHeight="min(28rem, 60dvh)"
      classNames={CLASSES}
      attributes={{ content: { 'aria-label': 'Search' } }}
      searchProps={{
        placeholder: 'Search the console',
        'aria-label': 'Search the console',
        leftSection: <IconSearch size={20} aria-hidden="true" />,
      }}
    />
  );
}

/**
 * Enter takes the first entry as soon as there is a list, as it does once something is typed.
 *
 * @param listId of the list that is shown; empty without one
 */
function selectFirst(listId: string): void {
  const list = document.getElementById(listId);
  if (!list || list.querySelector('[data-selected]')) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** What has the words in its name stands first, then what is found by others. Log rows name everything: they are last. */
const find: SpotlightFilterFunction = (query, groups) => {
  const text = query.trim().toLowerCase();
  const isNamed = ({ label }: SpotlightActionData) => label?.toLowerCase().includes(text);
  const isFound = ({ description, keywords }: SpotlightActionData) =>
    `${description} ${keywords}`.toLowerCase().includes(text);
  return (groups as SpotlightActionGroupData[])
    .map(({ group, actions }) => {
      const named = actions.filter(isNamed);
      const others = actions.filter((action) => !isNamed(action) && isFound(action));
      const rank = group === 'Activity' ? 2 : Number(named.length === 0);
      return { group, actions: [...named, ...others], rank };
    })
    .filter(({ actions }) => actions.length > 0)
    .sort((a, b) => a.rank - b.rank);
};

/** It can be found and read, and does nothing. */
const DISABLED = { 'aria-disabled': true, 'data-disabled': true, closeSpotlightOnTrigger: false };

function spotlightGroup(
  { name, entries }: PaletteGroup,
  onLeave: () => void,
): SpotlightActionGroupData {
  return {
    group: name,
    actions: entries.map((entry) => ({
      id: `${name}/${entry.id ?? entry.label}`,
      label: entry.label,
      leftSection: <Mark {...entry} />,
      ...((entry.disabledReason ?? entry.detail)
        ? { description: entry.disabledReason ?? entry.detail }
        : {}),
      ...(entry.keywords ? { keywords: entry.keywords } : {}),
      ...(entry.disabledReason && DISABLED),
      onClick() {
        if (entry.disabledReason) return;
        if (entry.isLink) onLeave();
        entry.onChoose();
      },
    })),
  };
}

function Mark({ Icon, status, age = 'unknown' }: PaletteEntry) {
  return (
    <span className={styles.mark}>
      {status === undefined ? null : <StatusMark status={status} age={age} />}
      {Icon ? <Icon size={20} stroke={1.75} aria-hidden="true" /> : null}
    </span>
  );
}
