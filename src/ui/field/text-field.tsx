import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';
import { Field, type FieldFacts, noteId } from './field.tsx';

/** A labelled native input; takes everything that an input takes. */
export function TextField(props: FieldFacts & ComponentProps<'input'>) {
  const { label, hint, error, id, ...native } = props;
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <Field id={controlId} label={label} hint={hint} error={error}>
      <input
        type="text"
        {...native}
        id={controlId}
        className={styles.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId(controlId) : undefined}
      />
    </Field>
  );
}
