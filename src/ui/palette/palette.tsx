import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/spotlight/styles.css';
import { OverlayGround } from '../overlay/overlay-ground.tsx';
import styles from './palette.module.css';

export interface PaletteEntry {
  id: string;
  label: string;
  /** A second line: status, time. */
  detail?: string;
  onChoose: () => void;
}

export interface PaletteGroup {
  name: string;
  /** Shown before anything is typed; the others only when they match. */
  always: boolean;
  entries: readonly PaletteEntry[];
}

interface PaletteProps {
  /** What is looked for from the start. */
  typed?: string;
  groups: readonly PaletteGroup[];
  onClose: () => void;
}

/** Rows shown at once; typing narrows them. */
const SHOWN_MAX = 24;

const CLASSES = {
  overlay: styles.overlay ?? '',
  content: styles.content ?? '',
  action: styles.action ?? '',
  search: styles.search ?? '',
};

const [store, spotlight] = createSpotlight();

/** One field that finds screens, platforms, bundles, activity and actions. Open as long as it is rendered. */
export function Palette({ typed = '', groups, onClose }: PaletteProps) {
  const [query, setQuery] = useState(typed);
  useEffect(() => {
    spotlight.open();
    return () => spotlight.close();
  }, []);
  const offered = groups.filter((group) => group.always || query.trim() !== '');
  return (
    <OverlayGround>
      <Spotlight
        store={store}
        actions={offered.map(spotlightGroup)}
        query={query}
        onQueryChange={setQuery}
        onSpotlightClose={onClose}
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
    </OverlayGround>
  );
}

function spotlightGroup({ name, entries }: PaletteGroup): SpotlightActionGroupData {
  return {
    group: name,
    actions: entries.map(({ id, label, detail, onChoose }) => ({
      id: `${name}/${id}`,
      label,
      ...(detail ? { description: detail } : {}),
      onClick: onChoose,
    })),
  };
}
