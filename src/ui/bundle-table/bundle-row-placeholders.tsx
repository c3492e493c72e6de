import { Placeholder } from '../placeholder/placeholder.tsx';
import styles from './bundle-table.module.css';

const ROWS = [1, 2, 3];
const WIDTHS = ['12rem', '5rem', '8rem', '9rem', '10rem'];

/** Three rows in the place of those that are still being read. */
export function BundleRowPlaceholders() {
  return ROWS.map((row) => (
    <tr key={row} className={styles.row} data-bundle-placeholder="">
      {WIDTHS.map((width) => (
        <td key={width}>
          <Placeholder width={width} height="2.25rem" />
        </td>
      ))}
    </tr>
  ));
}
