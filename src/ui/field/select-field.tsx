import { useId, useState } from 'react';
import { Select, type SelectProps } from '../select/select.tsx';
import { Field, type FieldFacts, noteId } from './field.tsx';

interface SelectFieldProps
  extends FieldFacts,
    Pick<SelectProps, 'options' | 'name' | 'required' | 'disabled'> {
  /** Given by who keeps the value; else it is kept here, beginning with the default. */
  value?: string;
  /** The first option when it is not said. */
  defaultValue?: string;
  onChange?: (value: string) => void;
}

/** A labelled choice of one option. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, defaultValue, onChange, ...rest } = props;
  const id = useId();
  const [kept, setKept] = useState(defaultValue ?? props.options[0]?.value ?? '');
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Select
        {...rest}
        id={id}
        label={label}
        value={props.value ?? kept}
        invalid={error !== undefined}
        describedBy={error || hint ? noteId(id) : undefined}
        onChange={(value) => {
          setKept(value);
          onChange?.(value);
        }}
      />
    </Field>
  );
}
