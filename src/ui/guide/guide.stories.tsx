import type { StorySet } from '../testing/story.ts';
import { Guide } from './guide.tsx';

const TEXT = `# The heading of the page, which is left out

A text with \`code\` in it, and a line that is long enough to be broken on a telephone.

## What is needed

- One name of the server
- A certificate, in \`certificate.pem\`

### Commands

\`\`\`sh
first-command --with an-argument --and another-argument --and a-long-line-that-scrolls
\`\`\`
`;

export const stories: StorySet = {
  title: 'Guide',
  stories: {
    'every kind of block': () => (
      <section aria-label="Sample guide">
        <h3>A sample</h3>
        <Guide text={TEXT} />
      </section>
    ),
  },
};
