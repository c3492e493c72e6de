import { type FormEvent, useState } from 'react';
import { DISPLAY_CODE_TYPED_MAX, TEXT_MAX } from '../../../contract/limits.ts';
import { Button } from '../button/button.tsx';
import { TextField } from '../field/text-field.tsx';
import styles from './displays.module.css';

export interface ApproveFormProps {
  /** From the link that was followed. */
  code: string;
  approving: boolean;
  /** Why the last code was refused. */
  refusal: string | undefined;
  /** @returns whether it was approved: then the form is empty again */
  onApprove: (approval: { code: string; name: string }) => Promise<boolean>;
}

/** The code that the screen shows, and the name that it is to have. */
export function ApproveForm({ code, approving, refusal, onApprove }: ApproveFormProps) {
  const [typed, setTyped] = useState(code);
  const [name, setName] = useState('');
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!(await onApprove({ code: typed, name }))) return;
    setTyped('');
    setName('');
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Code on the screen"
        data-autofocus={code === '' ? '' : undefined}
        value={typed}
        error={refusal}
        required
        maxLength={DISPLAY_CODE_TYPED_MAX}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <TextField
        label="Name of the display"
        hint="Such as the room that it hangs in"
        data-autofocus={code === '' ? undefined : ''}
        value={name}
        required
        pattern=".*\S.*"
        maxLength={TEXT_MAX.displayName}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" kind="primary" busy={approving}>
        Approve
      </Button>
    </form>
  );
}
