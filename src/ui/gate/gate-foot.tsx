import styles from './gate-foot.module.css';

interface GateFootProps {
  version: string;
  build: string;
  /** The server does not answer. */
  unreachable: boolean;
}

/** Below the form: why it cannot be sent now, if so, and which version this is. */
export function GateFoot({ version, build, unreachable }: GateFootProps) {
  return (
    <>
      <p role="status" className={styles.unreachable}>
        {unreachable
          ? 'The server cannot be reached. Accounts are kept and passwords checked there, never on this device.'
          : null}
      </p>
      <p className={styles.version}>
        Version {version} ({build})
      </p>
    </>
  );
}
