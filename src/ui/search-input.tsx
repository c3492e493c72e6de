import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { TEXT_MAX } from '../../contract/text-limits.ts';

const TYPING_MS = 200;

interface SearchInputProps extends TextInputProps {
  /** What the address has. */
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
}

/** What is typed shows at once, and goes into the address when the typing pauses. */
export function SearchInput({ q = '', onSearch, ...input }: SearchInputProps) {
  const [text, setText] = useState(q);
  const [sent, setSent] = useState(q);
  const send = useDebouncedCallback((next: string) => {
    setSent(next);
    onSearch(next || undefined);
  }, TYPING_MS);
  // The address changed by other means, such as Back.
  if (q !== sent) {
    setSent(q);
    setText(q);
  }
  function change(next: string): void {
    setText(next);
    send(next);
  }
  return (
    <TextInput
      type="search"
      maxLength={TEXT_MAX.search}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        text ? <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} /> : null
      }
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      {...input}
    />
  );
}
