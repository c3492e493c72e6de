import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from './copy-text.ts';

interface CopyFieldProps extends Pick<TextInputProps, 'description'> {
  label: string;
  value: string;
  /** It gets the focus when it appears. */
  isFocused?: boolean;
}

const MONOSPACE = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

/** A text that is taken to another place, with a button that copies it. */
export function CopyField({ label, value, isFocused = false, ...input }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  return (
    <Group gap="xs" wrap="nowrap" align="end">
      <TextInput
        ref={field}
        label={label}
        value={value}
        readOnly
        flex={1}
        onFocus={({ currentTarget }) => currentTarget.select()}
        styles={MONOSPACE}
        {...input}
      />
      {/* Selected, it can be copied by the keyboard. */}
      <CopyButton what={label} value={value} onFailure={() => field.current?.select()} />
    </Group>
  );
}

interface CopyButtonProps {
  /** The name of the text. */
  what: string;
  value: string;
  onFailure?: () => void;
}

export function CopyButton({ what, value, onFailure }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  async function copy(): Promise<void> {
    if (await copyText(value)) setCopied(value);
    else onFailure?.();
  }
  const isCopied = copied === value;
  return (
    <Button
      leftSection={isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
      aria-label={`Copy ${what.toLowerCase()}`}
      onClick={() => void copy()}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
