import { IconCheck } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { placeList } from './place-list.ts';
import styles from './select.module.css';

interface OptionsProps {
  id: string;
  label: string;
  texts: readonly string[];
  /** Index of the option that holds now. */
  chosen: number;
  /** Index of the option at hand. */
  active: number;
  button: RefObject<HTMLElement | null>;
  choose: (index: number) => void;
  close: () => void;
}

/** The open list: a popover, so that it lies over dialogs too. The focus stays on the button. */
export function Options(props: OptionsProps) {
  const { id, label, texts, chosen, active, button, choose, close } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!list.current || !button.current) return;
    list.current.showPopover();
    placeList(list.current, button.current);
  }, [button]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useCloseWhenMoved(list, close);
  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      aria-label={label}
      className={styles.list}
      // Pressing must not take the focus from the button.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {texts.map((text, index) => (
        <button
          type="button"
          key={text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={styles.option}
          data-active={index === active}
          onClick={() => choose(index)}
        >
          <span>{text}</span>
          {index === chosen ? <IconCheck aria-hidden="true" /> : null}
        </button>
      ))}
    </div>
  );
}

/** A list that stayed behind while its button scrolled away would belong to nothing. */
function useCloseWhenMoved(list: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const ending = new AbortController();
    const moved = (event: Event) => {
      if (event.target !== list.current) latest.current();
    };
    const { signal } = ending;
    document.addEventListener('scroll', moved, { capture: true, signal });
    window.addEventListener('resize', moved, { signal });
    return () => ending.abort();
  }, [list]);
}
