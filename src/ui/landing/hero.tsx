import { Link } from '@tanstack/react-router';
import { buttonLook } from '../button/button-look.ts';
import { MeshPicture } from '../mesh-picture/mesh-picture.tsx';
import styles from './hero.module.css';

export function Hero({ product }: { product: string }) {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <p className={styles.eyebrow}>The intelligence layer of seven sovereign platforms</p>
        <h1 className={styles.title}>Answers you can check, from a mesh you can see.</h1>
        <p className={styles.lead}>
          {product} retrieves, reasons and cites across your whole mesh, and shows the state of
          every platform in it as it is: live, measured, and dated when it is not.
        </p>
        <div className={styles.doors}>
          <Link to="/signup" className={buttonLook('primary', 'l')}>
            Start Building Intelligence
          </Link>
          <Link to="/login" className={buttonLook('quiet', 'l')}>
            Access Dashboard
          </Link>
        </div>
        <a className={styles.more} href="#advantage">
          See How {product} Delivers Trustworthy AI
        </a>
      </div>
      <MeshPicture className={styles.picture} />
    </section>
  );
}
