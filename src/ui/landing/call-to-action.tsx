import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { buttonLook } from '../button/button-look.ts';
import styles from './call-to-action.module.css';

interface CallToActionProps {
  product: string;
  parentSite: string;
}

export function CallToAction({ product, parentSite }: CallToActionProps) {
  return (
    <section className={styles.call} aria-labelledby="call-title">
      <h2 id="call-title" className={styles.title}>
        See your mesh in a minute
      </h2>
      <p className={styles.text}>
        Create an account on {product} and open the dashboard, or read about the platform that the
        mesh belongs to.
      </p>
      <div className={styles.doors}>
        <Link to="/signup" className={buttonLook('primary', 'l')}>
          Get Started
        </Link>
        <a
          className={buttonLook('quiet', 'l')}
          href={parentSite}
          target="_blank"
          rel="noopener noreferrer"
        >
          Visit {hostOf(parentSite)}
          <IconExternalLink aria-hidden="true" />
          <span className="visually-hidden">(opens in a new tab)</span>
        </a>
      </div>
    </section>
  );
}

/** @returns the host of an address, or the address itself when it is none */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
