import { useId, useRef } from 'react';
import { Options } from './options.tsx';
import styles from './select.module.css';
import { useList } from './use-list.ts';

export interface Option {
  /** Sent. */
  readonly value: string;
  /** Shown. */
  readonly text: string;
}

export interface SelectProps {
  id: string;
  label: string;
  /** Of what is sent with the form. */
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  /** In order. */
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

/**
 * A select-only combobox: a button that keeps the focus, and a list over everything else. On the button lies
 * a native select, unseen, which the form sends and which a finger opens: a phone's own picker is the best
 * one there.
 */
export function Select(props: SelectProps) {
  const { id, label, options, value, onChange, required, disabled } = props;
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const texts = options.map((option) => option.text);
  const chosen = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const list = useList(texts, chosen, (index) => onChange(options[index]?.value ?? value));
  return (
    <div className={styles.select}>
      <button
        ref={button}
        type="button"
        id={id}
        role="combobox"
        className={styles.button}
        disabled={disabled}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        aria-required={required || undefined}
        aria-haspopup="listbox"
        aria-expanded={list.open}
        aria-controls={list.open ? listId : undefined}
        aria-activedescendant={list.open ? `${listId}-${list.active}` : undefined}
        // A dialog around it must not take the Escape that closes the list.
        data-mantine-stop-propagation={list.open}
        onClick={list.toggle}
        onKeyDown={list.onKeyDown}
        onBlur={list.close}
      >
        {texts[chosen]}
      </button>
      <select
        className={styles.native}
        name={props.name}
        required={required}
        disabled={disabled}
        value={options[chosen]?.value}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {list.open ? <Options {...{ label, texts, chosen, button }} id={listId} {...list} /> : null}
    </div>
  );
}
