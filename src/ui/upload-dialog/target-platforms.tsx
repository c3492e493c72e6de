import styles from './upload-dialog.module.css';

/** A platform that a bundle can be meant for. */
export interface TargetPlatform {
  /** What the server is told. */
  readonly name: string;
  readonly domain: string;
}

interface TargetPlatformsProps {
  platforms: readonly TargetPlatform[];
  /** Names of those that are left out; all others are chosen. */
  leftOut: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
}

/** One checkbox a platform of the mesh. */
export function TargetPlatforms({ platforms, leftOut, onChange }: TargetPlatformsProps) {
  function toggle(name: string): void {
    const next = new Set(leftOut);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  }
  return (
    <fieldset className={styles.targets}>
      <legend className={styles.legend}>Target Platforms</legend>
      {platforms.length === 0 ? (
        <p className={styles.noTargets}>The platforms of the mesh could not be read yet.</p>
      ) : null}
      {platforms.map(({ name, domain }) => (
        <label key={name} className={styles.target}>
          <input type="checkbox" checked={!leftOut.has(name)} onChange={() => toggle(name)} />
          <span>
            <span className={styles.targetName}>{name}</span>
            <span className={styles.targetDomain}>{domain}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
