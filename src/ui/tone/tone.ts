import styles from './tone.module.css';

/** What a tinted ground says of what stands on it; a word says it as well. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'primary';

/** @returns the class that gives ground and ink their tint */
export const toneClass = (tone: Tone) => styles[tone];
