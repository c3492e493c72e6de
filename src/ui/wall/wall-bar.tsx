import { IconMinus, IconPlus } from '@tabler/icons-react';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import styles from './wall.module.css';

export interface WallBarProps {
  /** Of this display, when it is one. */
  name: string | undefined;
  version: string;
  scale: number;
  views: WallChoice;
  themes: WallChoice;
  awake: AwakeFacts;
  onSmaller: (() => void) | undefined;
  onLarger: (() => void) | undefined;
  onExit: () => void;
}

interface WallChoice {
  readonly chosen: string;
  readonly all: readonly string[];
  readonly onChoose: (value: string) => void;
}

export interface AwakeFacts {
  readonly on: boolean;
  /** What stands in the way, in a sentence. */
  readonly problem: string | undefined;
  /** Undefined where it cannot be. */
  readonly onToggle: (() => void) | undefined;
}

/** For hands: the way out, and how the wall looks. It comes at a tap or a key, and goes by itself. */
export function WallBar(props: WallBarProps) {
  const { name, version, scale, views, themes, awake, onSmaller, onLarger, onExit } = props;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Wall">
      <p className={styles.who}>
        <strong>{name ?? 'Wall'}</strong> {version}
      </p>
      <Choice label="View" choice={views} />
      <fieldset className={styles.group} aria-label="Size">
        <IconButton label="Smaller" onClick={onSmaller} disabled={!onSmaller}>
          <IconMinus aria-hidden="true" />
        </IconButton>
        <output>{Math.round(scale * 100)} %</output>
        <IconButton label="Larger" onClick={onLarger} disabled={!onLarger}>
          <IconPlus aria-hidden="true" />
        </IconButton>
      </fieldset>
      <Choice label="Colours" choice={themes} />
      <Button
        aria-pressed={awake.on}
        kind={awake.on ? 'primary' : 'quiet'}
        disabled={!awake.onToggle}
        onClick={awake.onToggle}
      >
        {awake.on ? 'This screen is kept awake' : 'Keep this screen awake'}
      </Button>
      <Button onClick={onExit}>Exit wall</Button>
      <p className={styles.full}>This is as large as the screen has room for.</p>
      {awake.problem ? <p className={styles.trouble}>{awake.problem}</p> : null}
    </div>
  );
}

function Choice({ label, choice }: { label: string; choice: WallChoice }) {
  return (
    <fieldset className={styles.group} aria-label={label}>
      {choice.all.map((value) => (
        <Button
          key={value}
          aria-pressed={value === choice.chosen}
          kind={value === choice.chosen ? 'primary' : 'quiet'}
          onClick={() => choice.onChoose(value)}
        >
          {value.charAt(0).toUpperCase() + value.slice(1)}
        </Button>
      ))}
    </fieldset>
  );
}
