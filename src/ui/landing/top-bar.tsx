import { Link } from '@tanstack/react-router';
import { Brand } from '../brand/brand.tsx';
import { buttonLook } from '../button/button-look.ts';
import { SchemeButton } from '../scheme/scheme-button.tsx';
import styles from './top-bar.module.css';

export function TopBar({ product }: { product: string }) {
  return (
    <header className={styles.bar}>
      <div className={styles.inside}>
        <Brand name={product} />
        <nav className={styles.sections} aria-label="Sections">
          <a href="#why">Why It Matters</a>
          <a href="#capabilities">Capabilities</a>
          <a href="#proof">Trust and Proof</a>
        </nav>
        <div className={styles.doors}>
          <SchemeButton />
          <Link to="/login" className={buttonLook('quiet')}>
            Login
          </Link>
          <Link to="/signup" className={buttonLook('primary')}>
            Get Started
          </Link>
        </div>
      </div>
    </header>
  );
}
