import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';
import { Field, type FieldFacts, noteId } from './field.tsx';

interface SelectFieldProps extends FieldFacts, ComponentProps<'select'> {
  /** In order; the text is shown, the value is sent. */
  options: readonly { value: string; text: string }[];
}

/** A labelled native select. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, id, options, ...native } = props;
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <Field id={controlId} label={label} hint={hint} error={error}>
      <select
        {...native}
        id={controlId}
        className={`${styles.control} ${styles.select}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId(controlId) : undefined}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Field>
  );
}
