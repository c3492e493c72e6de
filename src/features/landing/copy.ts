import {
  type Icon,
  IconBlockquote,
  IconGauge,
  IconPlugConnected,
  IconRoute,
  IconSearch,
  IconVectorTriangle,
} from '@tabler/icons-react';

/** The texts of the landing page that come in lists. */
export interface Point {
  title: string;
  text: string;
}

export const CAPABILITIES: readonly (Point & { Icon: Icon })[] = [
  {
    Icon: IconSearch,
    title: 'Retrieval-Augmented Generation',
    text: 'Every answer starts with your own documents, looked up first and read before a word is written.',
  },
  {
    Icon: IconVectorTriangle,
    title: 'Embedding Engine',
    text: 'Semantic search by meaning, not by keyword, over everything that the mesh knows.',
  },
  {
    Icon: IconGauge,
    title: 'Model Evaluation',
    text: 'Models are scored in real time on your tasks, so you see which one earns its place.',
  },
  {
    Icon: IconRoute,
    title: 'Smart Routing',
    text: 'Each task goes to the model that does it best, and moves on when that changes.',
  },
  {
    Icon: IconBlockquote,
    title: 'Cited Answers',
    text: 'Sources stand beside every statement. What cannot be cited is not claimed.',
  },
  {
    Icon: IconPlugConnected,
    title: 'Peer Integration',
    text: 'Six peer platforms, signed end to end: bundles, heartbeats and proofs over one protocol.',
  },
];

export const REASONS: readonly Point[] = [
  {
    title: 'Wrong answers are expensive',
    text: 'A fluent guess costs more than no answer. Here a reader can follow each sentence back to its source.',
  },
  {
    title: 'Silent failures are worse',
    text: 'A green light that nobody measured is a guess. Every status here is measured and dated, and may say unknown.',
  },
  {
    title: 'Rented platforms change hands',
    text: 'Your knowledge stays on platforms that you run, connected by keys that you hold.',
  },
];

export const ADVANTAGES: readonly Point[] = [
  {
    title: 'Proved before trusted',
    text: 'A peer is trusted only after three checks: a real server, an outbound callback and a well-known file.',
  },
  {
    title: 'Live, and honest about it',
    text: 'Changes reach the screen as they happen. When the connection is lost, the console says since when.',
  },
  {
    title: 'Yours to run',
    text: 'One process, one database, your own hardware. Nothing leaves the mesh unless you send it.',
  },
];

export const TEAMS: readonly Point[] = [
  {
    title: 'Operators',
    text: 'keep it on the home screen of a tablet and act with one hand.',
  },
  {
    title: 'Control rooms',
    text: 'leave it on the wall for months and read it from across the room.',
  },
  {
    title: 'Field engineers',
    text: 'open it without a network and see the last-known data with its time.',
  },
];

export const STATS: readonly { figure: string; text: string }[] = [
  { figure: '7/7', text: 'Platforms integrated' },
  { figure: '100%', text: 'Verified citations' },
  { figure: 'Live', text: 'Mesh monitoring' },
  { figure: 'Global', text: 'Infrastructure' },
];

export const STANDARDS = [
  'Sovereign standard S11.1',
  'OWASP ASVS 5.0',
  'RFC 7519 signed calls',
] as const;
