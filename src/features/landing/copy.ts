import {
  type Icon,
  IconBlockquote,
  IconGauge,
  IconPlugConnected,
  IconRoute,
  IconSearch,
  IconVectorTriangle,
} from '@tabler/icons-react';

/** A list of the landing page: texts by their titles. */
type Points = Readonly<Record<string, string>>;

export const landingMeta = (product: string) => ({
  title: 'Answers you can check, from a mesh you can see',
  description: `${product} is the intelligence layer of seven sovereign platforms: cited answers, smart routing and live mesh monitoring.`,
});

/** Links of the top bar to parts of the page. */
export const SECTIONS: Points = {
  '#why': 'Why It Matters',
  '#capabilities': 'Capabilities',
  '#proof': 'Trust and Proof',
};

export const CAPABILITIES: readonly { Icon: Icon; title: string; text: string }[] = [
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

/** A section in words alone. */
export interface Claim {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly points: Points;
  /** The link to the part of the page that goes on from here. */
  readonly next: { readonly href: string; readonly text: string };
}

export const claims = (product: string): readonly Claim[] => [
  {
    id: 'why',
    title: 'Why It Matters',
    lead: 'People act on what a screen says. It should be true.',
    points: {
      'Wrong answers are expensive':
        'A fluent guess costs more than no answer. Here a reader can follow each sentence back to its source.',
      'Silent failures are worse':
        'A green light that nobody measured is a guess. Every status here is measured and dated, and may say unknown.',
      'Rented platforms change hands':
        'Your knowledge stays on platforms that you run, connected by keys that you hold.',
    },
    next: { href: '#teams', text: `Read How Teams Use ${product}` },
  },
  {
    id: 'advantage',
    title: 'Sovereign Advantage',
    lead: 'Trustworthy because the people who depend on it can check every step.',
    points: {
      'Proved before trusted':
        'A peer is trusted only after three checks: a real server, an outbound callback and a well-known file.',
      'Live, and honest about it':
        'Changes reach the screen as they happen. When the connection is lost, the console says since when.',
      'Yours to run':
        'One process, one database, your own hardware. Nothing leaves the mesh unless you send it.',
    },
    next: { href: '#capabilities', text: 'Explore Capabilities' },
  },
];

export const TEAMS: Points = {
  Operators: 'keep it on the home screen of a tablet and act with one hand.',
  'Control rooms': 'leave it on the wall for months and read it from across the room.',
  'Field engineers': 'open it without a network and see the last-known data with its time.',
};

export const STATS: Points = {
  'Platforms integrated': '7/7',
  'Verified citations': '100%',
  'Mesh monitoring': 'Live',
  Infrastructure: 'Global',
};

export const STANDARDS = [
  'Sovereign standard S11.1',
  'OWASP ASVS 5.0, levels 1 and 2: 179 of the 198 that apply',
  'RFC 7519 signed calls',
] as const;

/** @returns the host of an address, or the text itself when it is no address */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
