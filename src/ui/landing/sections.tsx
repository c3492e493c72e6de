import type { ReactNode } from 'react';
import { buttonLook } from '../button/button-look.ts';
import { ADVANTAGES, CAPABILITIES, type Point, REASONS, STANDARDS, STATS, TEAMS } from './copy.ts';
import styles from './sections.module.css';

interface SectionProps {
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
}

function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <div className={styles.inside}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
    </section>
  );
}

function Points({ points }: { points: readonly Point[] }) {
  return (
    <ul className={styles.points}>
      {points.map(({ title, text }) => (
        <li key={title} className={styles.point}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

export function WhyItMatters({ product }: { product: string }) {
  return (
    <Section
      id="why"
      title="Why It Matters"
      lead="Decisions are taken on what a screen says. It had better be true."
    >
      <Points points={REASONS} />
      <a className={buttonLook('quiet')} href="#teams">
        Read How Teams Use {product}
      </a>
    </Section>
  );
}

export function Advantage() {
  return (
    <Section
      id="advantage"
      title="Sovereign Advantage"
      lead="Trustworthy because it can be checked, at each step, by the people who depend on it."
    >
      <Points points={ADVANTAGES} />
      <a className={buttonLook('quiet')} href="#capabilities">
        Explore Capabilities
      </a>
    </Section>
  );
}

export function Capabilities() {
  return (
    <Section
      id="capabilities"
      title="Capabilities"
      lead="Six engines, one mesh, and a source for every sentence."
    >
      <ul className={styles.cards}>
        {CAPABILITIES.map(({ Icon, title, text }) => (
          <li key={title} className={styles.card}>
            <Icon aria-hidden="true" className={styles.icon} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Proof({ product }: { product: string }) {
  return (
    <Section
      id="proof"
      title="Trust and Proof"
      lead="Built to be inspected, by your auditors as much as by your operators."
    >
      <dl className={styles.stats}>
        {STATS.map(({ figure, text }) => (
          <div key={text} className={styles.stat}>
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles.standards} aria-label="Security standards">
        {STANDARDS.map((standard) => (
          <li key={standard}>{standard}</li>
        ))}
      </ul>
      <div id="teams" className={styles.teams}>
        <h3>How teams use {product}</h3>
        <ul>
          {TEAMS.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong> {text}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
