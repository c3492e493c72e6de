import { useId } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<Value extends string> {
  'aria-label': string;
  data: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  fullWidth?: boolean;
}

/** One of a few values, side by side: native radios. Mantine's measures itself when it is mounted, and renders again. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { data, value, onChange, fullWidth, ...group } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      className={styles.segments}
      data-full-width={fullWidth || undefined}
      {...group}
    >
      {data.map((one) => (
        <label key={one.value}>
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ))}
    </div>
  );
}
