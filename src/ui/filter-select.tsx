import { NativeSelect } from '@mantine/core';

interface FilterSelectProps<Value extends string> {
  label: string;
  /** Said where nothing is chosen, such as 'All platforms'. */
  all: string;
  /** Labels by their values. */
  options: Readonly<Record<Value, string>>;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** Chooses one value that rows must have, or none. The system's own list opens, which fingers and keyboards know. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, options, value, onChange } = props;
  return (
    <NativeSelect
      flex="1 1 9.5rem"
      maw="16rem"
      label={label}
      data={[
        { value: '', label: all },
        ...Object.entries<string>(options).map(([of, text]) => ({ value: of, label: text })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange((currentTarget.value || undefined) as Value)}
    />
  );
}
