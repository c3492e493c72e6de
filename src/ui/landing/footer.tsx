import { Brand } from '../brand/brand.tsx';
import { hostOf } from './call-to-action.tsx';
import { CAPABILITIES, STATS } from './copy.ts';
import styles from './footer.module.css';

interface FooterProps {
  product: string;
  parentSite: string;
  version: string;
}

export function Footer({ product, parentSite, version }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.name}>
          <Brand name={product} />
          <p>The intelligence layer of the mesh at {hostOf(parentSite)}.</p>
          <p>Version {version}</p>
        </div>
        <div>
          <h2 className={styles.head}>Capabilities</h2>
          <ul>
            {CAPABILITIES.map(({ title }) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </div>
        <div>
          <h2 className={styles.head}>Status</h2>
          <ul>
            {STATS.map(({ figure, text }) => (
              <li key={text}>
                {text}: {figure.toLowerCase()}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}
