import type { Witnesses } from '../../contract/shapes/witness.ts';
import { NOW } from './samples.ts';

const NAMES = ['Meridian', 'Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'];

interface WitnessSample {
  readonly names?: readonly string[];
  /** Lines that `from` does not reach, as `from about`, by the first letters in lower case. */
  readonly missed?: readonly string[];
  readonly disputed?: readonly string[];
  /** Nodes that say nothing. */
  readonly silent?: readonly string[];
  /** Verdict and reason by id; the others are up. */
  readonly verdicts?: Readonly<Record<string, readonly [verdict: string, text: string]>>;
  readonly cutOff?: string | null;
}

function sampleOf(sample: WitnessSample): Witnesses {
  const { names = NAMES, missed = [], disputed = [], silent = [], verdicts = {} } = sample;
  const nodes = names.map((name, i) => {
    const id = name.toLowerCase();
    const [verdict, text] = verdicts[id] ?? [
      'up',
      `Forge, Harbor and ${names.length - 3} more reach it`,
    ];
    return { id, name, verdict, text, line: i === 0 ? null : 'up' };
  });
  const statements = nodes
    .filter(({ id }) => !silent.includes(id))
    .flatMap(({ id: from }, i) =>
      nodes
        .filter(({ id }) => id !== from)
        .map(({ id: about }, j) => {
          const line = `${from} ${about}`;
          const isMissed = missed.includes(line);
          const status = isMissed ? 'error' : about === 'ledger' ? 'warning' : 'connected';
          const said = { from, about, status, latencyMs: isMissed ? null : 12 + i + j };
          const at = NOW - (2 + i) * 1000;
          return { ...said, at, ...(disputed.includes(line) && { disputed: true }) };
        }),
    );
  return { at: NOW - 2000, needed: 2, cutOff: sample.cutOff ?? null, nodes, statements };
}

/** @param sites verdict, reason and own status by id */
function withSites(
  sites: Record<string, readonly [verdict: string, text: string, own: string]>,
): Witnesses {
  const sample = sampleOf({});
  const entries = Object.entries(sites);
  const said = entries.flatMap(([about, [verdict, , own]]) => {
    const status = verdict === 'down' ? 'error' : 'connected';
    return ['meridian', 'forge', 'signal'].map((from, i) => ({
      ...{ from, about, status: i === 0 ? own : status, latencyMs: 31, at: NOW - 3000 },
    }));
  });
  return {
    ...sample,
    statements: [...sample.statements, ...said],
    platforms: entries.map(([id, [verdict, text]]) => ({
      ...{ id, name: id.replace(/^./, (first) => first.toUpperCase()), verdict, text },
    })),
    agreements: [
      { id: 'forge', text: 'Forge looks at 3 of 3 platforms of this node' },
      {
        id: 'signal',
        text: 'Signal looks at 3 of 4 platforms of this node, not at Printer (a private address, or one that is never called)',
      },
      { id: 'ledger', text: 'Ledger looks at nothing for this node' },
      { id: 'archive', text: 'Archive was asked in vain: no answer' },
    ],
  };
}

const others = NAMES.slice(1).map((name) => name.toLowerCase());

export const WITNESSES = {
  'all well': sampleOf({}),
  'a line is cut': sampleOf({
    missed: ['meridian harbor', 'harbor meridian'],
    verdicts: {
      harbor: ['cut-off-from-us', 'The line to Harbor is down; Forge, Ledger and 3 more reach it'],
      meridian: ['cut-off-from-some', 'Meridian is up, but cut off from Harbor'],
    },
  }),
  down: sampleOf({
    missed: ['meridian', ...others].map((id) => `${id} archive`),
    silent: ['archive'],
    verdicts: {
      archive: ['down', 'Archive is down: Forge, Harbor and 3 more do not reach it either'],
    },
  }),
  disputed: sampleOf({
    missed: ['signal forge'],
    disputed: ['signal forge'],
    verdicts: {
      forge: ['up', 'Harbor, Ledger and 2 more reach it. Disputed: Signal says the opposite'],
    },
  }),
  'cut off': sampleOf({
    missed: others.slice(0, 5).map((id) => `meridian ${id}`),
    silent: others.slice(0, 5),
    cutOff: 'This node is cut off: 5 of 6 lines are down at once',
    verdicts: Object.fromEntries(
      others
        .slice(0, 5)
        .map((id, i) => [id, ['not-known', `No other node has measured ${NAMES[i + 1]} since`]]),
    ),
  }),
  'sites that peers look at': withSites({
    shop: ['cut-off-from-us', 'Shop is cut off from us; Forge and Signal reach it', 'error'],
    mail: ['up', 'Forge and Signal reach it', 'connected'],
    wiki: ['down', 'Wiki is down: Forge and Signal do not reach it either', 'error'],
  }),
  'three nodes': sampleOf({
    names: NAMES.slice(0, 3),
    missed: ['meridian harbor', 'harbor meridian'],
    verdicts: { harbor: ['disputed', 'Forge reaches it; this node does not'] },
  }),
  'ten nodes': sampleOf({
    names: ['Meridian', ...Array.from({ length: 9 }, (_, i) => `Platform ${i + 1}`)],
    disputed: ['platform 3 platform 2'],
    missed: ['platform 3 platform 2', 'platform 5 platform 6'],
  }),
  'fifty nodes': sampleOf({
    names: ['Meridian', ...Array.from({ length: 49 }, (_, i) => `Platform ${i + 1}`)],
    missed: ['meridian platform 7', 'platform 7 meridian'],
    verdicts: {
      'platform 7': [
        'cut-off-from-us',
        'The line to Platform 7 is down; Platform 1 and 46 more reach it',
      ],
    },
  }),
} as const;
