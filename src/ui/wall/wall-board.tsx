import { type CSSProperties, type ReactNode, useRef } from 'react';
import { driftAt } from './drift.ts';
import { useFit } from './use-fit.ts';
import styles from './wall.module.css';

interface WallBoardProps {
  /** Of the type; 1 is right for five metres. It goes no further than everything fits. */
  scale: number;
  /** Server time now, epoch milliseconds. */
  now: number;
  /** What is shown is from before. */
  blind: boolean;
  /** Hands are at the screen: the cursor is shown. */
  attended: boolean;
  /** Says first what is wrong with this screen itself. */
  alarm?: ReactNode;
  children: ReactNode;
  /** Lies over the picture and does not drift. */
  over?: ReactNode;
}

/** The picture on a wall: it fills the screen, has no chrome, and moves a little so that nothing burns in. */
export function WallBoard(props: WallBoardProps) {
  const { scale, now, blind, attended, alarm, children, over } = props;
  const size = { '--wall-scale': scale } as CSSProperties;
  const wall = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLElement>(null);
  useFit(wall, picture, scale);
  return (
    <div ref={wall} className={styles.wall} style={size} data-attended={attended} data-wall="">
      <main ref={picture} className={styles.picture} style={{ transform: driftAt(now) }}>
        {alarm}
        <div className={styles.content} data-blind={blind}>
          {children}
        </div>
      </main>
      {over}
    </div>
  );
}
