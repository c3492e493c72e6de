import { ScrollBox } from '../scroll-box/scroll-box.tsx';
import styles from './guide.module.css';
import { type Block, blocksOf, stretchesOf } from './guide-blocks.ts';

/** Letters of its commands by which a box of them is told from the others. */
const NAMED_BY = 40;

interface GuideProps {
  /** Markdown, of this house and of nobody else. */
  text: string;
}

/** A guide as it stands in the documentation, without its first heading: whoever shows it has one. */
export function Guide({ text }: GuideProps) {
  const [, ...blocks] = blocksOf(text);
  return (
    <div className={styles.guide}>
      {blocks.map((block) => (
        <GuideBlock key={JSON.stringify(block)} block={block} />
      ))}
    </div>
  );
}

function GuideBlock({ block }: { block: Block }) {
  if (block.kind === 'code') {
    return (
      <ScrollBox className={styles.code} aria-label={`Commands: ${block.text.slice(0, NAMED_BY)}`}>
        <pre>{block.text}</pre>
      </ScrollBox>
    );
  }
  if (block.kind === 'list') {
    return (
      <ul className={styles.list}>
        {block.items.map((item) => (
          <li key={item}>
            <Line text={item} />
          </li>
        ))}
      </ul>
    );
  }
  if (block.kind === 'text')
    return (
      <p>
        <Line text={block.text} />
      </p>
    );
  return block.level > 2 ? (
    <h5 className={styles.heading}>{block.text}</h5>
  ) : (
    <h4 className={styles.heading}>{block.text}</h4>
  );
}

function Line({ text }: { text: string }) {
  return stretchesOf(text).map((stretch) =>
    stretch.code ? <code key={stretch.text}>{stretch.text}</code> : stretch.text,
  );
}
