import { IconShieldBolt } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { PROOF_DEADLINE_SEC } from '../../../contract/limits.ts';
import { Button } from '../button/button.tsx';
import { TextField } from '../field/text-field.tsx';
import { Panel } from '../panel/panel.tsx';
import styles from './proof.module.css';

export interface ProofRequest {
  readonly peer: string;
  readonly deadlineSec: number;
}

interface ProofFormProps {
  /** Addresses of the mesh's platforms; the first is the peer until another is typed. */
  peers: readonly string[];
  /** A challenge is being started. */
  pending: boolean;
  onStart: (request: ProofRequest) => void;
}

/** Starts a challenge: whom to ask, and how long the answer may take. */
export function ProofForm({ peers, pending, onStart }: ProofFormProps) {
  const [typed, setTyped] = useState<string>();
  const [deadline, setDeadline] = useState(String(PROOF_DEADLINE_SEC.default));
  const listId = useId();
  const peer = typed ?? peers[0] ?? '';

  function start(event: FormEvent): void {
    event.preventDefault();
    onStart({ peer: peer.trim(), deadlineSec: Number(deadline) });
  }

  return (
    <Panel title="Start Proof Challenge">
      <form className={styles.form} onSubmit={start}>
        <TextField
          label="Peer"
          hint="A platform of the mesh, by its address."
          required
          list={listId}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          value={peer}
          onChange={(event) => setTyped(event.target.value)}
        />
        <datalist id={listId}>
          {peers.map((address) => (
            <option key={address} value={address} />
          ))}
        </datalist>
        <TextField
          label="Deadline (seconds)"
          hint={`${PROOF_DEADLINE_SEC.min} to ${PROOF_DEADLINE_SEC.max} seconds.`}
          type="number"
          inputMode="numeric"
          required
          step={1}
          min={PROOF_DEADLINE_SEC.min}
          max={PROOF_DEADLINE_SEC.max}
          value={deadline}
          onChange={(event) => setDeadline(event.target.value)}
        />
        <Button
          type="submit"
          kind="primary"
          busy={pending}
          icon={<IconShieldBolt aria-hidden="true" />}
        >
          Start Challenge
        </Button>
      </form>
    </Panel>
  );
}
