import { Box, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef } from 'react';

const FIELD = { height: '3.25rem', fontSize: 'var(--mantine-font-size-lg)' };

interface PaletteAheadProps {
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** The palette's field while the palette is still on its way over a slow line: what is typed into it is not lost. */
export function PaletteAhead({ onQuery, onClose }: PaletteAheadProps) {
  const field = useRef<HTMLInputElement>(null);
  const loading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    // The palette takes the focus from where it was before, and gives it back there.
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  return (
    <Box
      component="search"
      pos="fixed"
      inset={0}
      pt="12dvh"
      px="5vw"
      bg="rgb(0 0 0 / 60%)"
      style={{ zIndex: 200 }}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <TextInput
        ref={field}
        // It stands where the palette's own field will, so that nothing moves under who types.
        maw="37.5rem"
        mx="auto"
        styles={{ input: FIELD }}
        leftSectionWidth="3rem"
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        aria-label="Search the console"
        aria-describedby={loading}
        placeholder="Search the console"
        autoComplete="off"
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <span className="visually-hidden" id={loading}>
        The search is loading
      </span>
    </Box>
  );
}
