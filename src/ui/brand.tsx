import styles from './brand.module.css';

/** The mark and the product's name; the mark is public/icon.svg without its ground. */
export function Brand({ name }: { name: string }) {
  return (
    <span className={styles.brand}>
      <svg
        viewBox="0 0 64 64"
        width="28"
        color="var(--mantine-primary-color-filled)"
        aria-hidden="true"
      >
        <g fill="none" stroke="currentColor" strokeWidth="4">
          <circle cx="32" cy="32" r="24" />
          <path
            d="M32 8c8 7 12 15.600 12 24s-4 17-12 24c-8-7-12-15.600-12-24s4-17 12-24Z"
            opacity=".6"
          />
        </g>
        <circle cx="32" cy="32" r="7" fill="currentColor" />
      </svg>
      {name}
    </span>
  );
}
