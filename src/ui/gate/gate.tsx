import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Brand } from '../brand/brand.tsx';
import { MeshPicture } from '../mesh-picture/mesh-picture.tsx';
import { SchemeButton } from '../scheme/scheme-button.tsx';
import styles from './gate.module.css';

interface GateProps {
  product: string;
  title: string;
  intro: string;
  /** The form. */
  children: ReactNode;
  /** What to do instead, below the form. */
  instead: ReactNode;
  /** Last of all, when it has been loaded. */
  foot?: ReactNode;
}

/** The frame of the sign-in and sign-up pages: the form, and beside it, where there is room, the mesh. */
export function Gate({ product, title, intro, children, instead, foot }: GateProps) {
  return (
    <div className={styles.gate}>
      <main className={styles.main}>
        <div className={styles.bar}>
          <Link to="/" className={styles.home} aria-label={`${product}: back to homepage`}>
            <Brand name={product} />
          </Link>
          <SchemeButton />
        </div>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.intro}>{intro}</p>
          {children}
          <p className={styles.instead}>{instead}</p>
        </div>
        <p className={styles.back}>
          <Link to="/">Back to homepage</Link>
        </p>
        <div className={styles.foot}>{foot}</div>
      </main>
      <div className={styles.picture}>
        <MeshPicture className={styles.mesh} />
      </div>
    </div>
  );
}
