import type { ReactNode } from 'react';
import styles from './field.module.css';

/** What every field has beside its control. */
export interface FieldFacts {
  label: string;
  /** Said below the control, for good. */
  hint?: ReactNode;
  /** What is wrong with the value now; takes the hint's place and marks the control invalid. */
  error?: string | undefined;
}

interface FieldProps extends FieldFacts {
  id: string;
  children: ReactNode;
}

/** The id of the text that describes the control `id`. */
export function noteId(id: string): string {
  return `${id}-note`;
}

/** Label above, control, hint or error below; the controls (text-field and so on) put themselves in. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {error || hint ? (
        <p id={noteId(id)} className={error ? styles.error : styles.hint}>
          {error ?? hint}
        </p>
      ) : null}
    </div>
  );
}
