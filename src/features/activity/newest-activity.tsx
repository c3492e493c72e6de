import { useInViewport } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { ActivityBox, type ActivityItems } from './activity-box.tsx';
import styles from './activity-list.module.css';

const FIRST_ITEMS = 30;
/** The next items are rendered when the last one is this near. */
const AHEAD_REM = 24;

/** The newest activity: as many items as were scrolled to, for a screen that rarely shows more than a few. */
export function NewestActivity<Item>(props: ActivityItems<Item>) {
  const { keyOf, renderItem, itemRem } = props;
  const [count, setCount] = useState(FIRST_ITEMS);
  return (
    <ActivityBox {...props}>
      {(items): ReactNode => {
        const restRem = Math.max(items.length - count, 0) * itemRem;
        return (
          <>
            <ul className={styles.items} style={{ paddingBottom: `${restRem}rem` }}>
              {items.slice(0, count).map((item, index) => (
                <li key={keyOf(item)} aria-setsize={items.length} aria-posinset={index + 1}>
                  {renderItem(item)}
                </li>
              ))}
            </ul>
            {restRem > 0 ? (
              <Rest key={count} rem={restRem + AHEAD_REM} onSeen={() => setCount(2 * count)} />
            ) : null}
          </>
        );
      }}
    </ActivityBox>
  );
}

/** Lies over the room of the items that are not rendered yet. */
function Rest({ rem, onSeen }: { rem: number; onSeen: () => void }) {
  const { ref, inViewport } = useInViewport();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is seen once, whatever is done then.
  useEffect(() => {
    if (inViewport) onSeen();
  }, [inViewport]);
  return (
    <div
      ref={ref}
      className={styles.rest}
      style={{ height: `${rem}rem`, marginTop: `-${rem}rem` }}
    />
  );
}
