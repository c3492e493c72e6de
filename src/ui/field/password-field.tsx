import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, useId, useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import styles from './field.module.css';
import { Field, type FieldFacts, noteId } from './field.tsx';

/** A password that can be looked at; `autoComplete` says whether it is the current or a new one. */
export function PasswordField(props: FieldFacts & Omit<ComponentProps<'input'>, 'type'>) {
  const { label, hint, error, id, ...native } = props;
  const ownId = useId();
  const controlId = id ?? ownId;
  const [shown, setShown] = useState(false);
  return (
    <Field id={controlId} label={label} hint={hint} error={error}>
      <div className={styles.withButton}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...native}
          type={shown ? 'text' : 'password'}
          id={controlId}
          className={styles.control}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId(controlId) : undefined}
        />
        <IconButton
          label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          className={styles.inside}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconEyeOff aria-hidden="true" /> : <IconEye aria-hidden="true" />}
        </IconButton>
      </div>
    </Field>
  );
}
