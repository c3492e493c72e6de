import { Button, Group } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import styles from './filter-bar.module.css';
import { SearchInput } from './search-input.tsx';

interface FilterBarProps {
  /** Everything that is looked for: how many filters are set is said on a phone. */
  search: { readonly q?: string | undefined };
  placeholder: string;
  onSearch: (q: string | undefined) => void;
  /** The other filters. */
  children: ReactNode;
}

/** A field for text and other filters, which a phone shows when they are asked for. */
export function FilterBar({ search, placeholder, onSearch, children }: FilterBarProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { q, ...filters } = search;
  const count = Object.values(filters).filter((value) => value !== undefined).length;
  return (
    <Group component="search" gap="xs" px="md" pt="sm" align="end" data-screen-only="">
      <SearchInput
        label="Search"
        placeholder={placeholder}
        flex="3 1 12rem"
        q={q}
        onSearch={onSearch}
      />
      <Button
        className={styles.more ?? ''}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <div id={id} className={styles.filters} data-closed={opened ? undefined : ''}>
        {children}
      </div>
    </Group>
  );
}
