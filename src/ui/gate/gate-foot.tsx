import styles from './gate-foot.module.css';

export interface GateFootProps {
  /** What the form above is for. */
  to: 'sign in' | 'sign up';
  version: string;
  build: string;
  /** The server does not answer. */
  unreachable: boolean;
}

const NEEDS = {
  'sign in': 'Signing in needs it: your password is checked there, never on this device.',
  'sign up': 'Creating an account needs it: accounts are kept there, never on this device.',
} as const;

/** Below the form: why it cannot be sent now, if so, and which version this is. */
export function GateFoot({ to, version, build, unreachable }: GateFootProps) {
  return (
    <>
      <p role="status" className={styles.unreachable}>
        {unreachable ? `The server cannot be reached. ${NEEDS[to]}` : null}
      </p>
      <p className={styles.version}>
        Version {version} ({build})
      </p>
    </>
  );
}
