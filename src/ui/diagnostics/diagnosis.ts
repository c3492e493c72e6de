import { ageText } from '../age/age-text.ts';
import { type WorkerFacts, workerFindings } from './worker-findings.ts';

/** What is known of each layer when the checks are run; times are server time, epoch milliseconds. */
export interface DiagnosisFacts {
  readonly now: number;
  readonly secureContext: boolean;
  readonly version: { readonly own: string; readonly server: string | undefined };
  readonly serviceWorker: {
    readonly supported: boolean;
    readonly inControl: boolean;
    readonly kept: boolean;
    readonly build: string | undefined;
    readonly installing: boolean;
    readonly waiting: boolean;
    readonly failed: boolean;
  };
  readonly storage: 'disk' | 'memory';
  /** Bytes, and whether the browser promised to keep them; undefined where it does not tell. */
  readonly quota:
    | { readonly usage: number; readonly quota: number; readonly persisted: boolean }
    | undefined;
  readonly link: {
    readonly state: 'connecting' | 'live' | 'silent' | 'refused' | 'offline';
    readonly since?: number | undefined;
    readonly lastHeardAt?: number | undefined;
    readonly liveMessageSeen: boolean;
  };
  readonly skewMs: number;
  /** How often the data worker was replaced since the page was opened, and why the last time. */
  readonly restarts: { readonly count: number; readonly lastReason: string | undefined };
  readonly worker: WorkerFacts;
  readonly reads: readonly {
    readonly name: string;
    readonly age: 'fresh' | 'stale' | 'unknown';
    readonly at: number | undefined;
    readonly failure: string | undefined;
  }[];
  readonly platforms: readonly { readonly name: string; readonly status: string }[] | undefined;
}

export interface Finding {
  readonly layer: string;
  readonly result: 'good' | 'warn' | 'bad';
  readonly text: string;
}

/** Design section 3: a device clock more than this off is shown. */
const SKEW_SHOWN_MS = 5000;
const MEBIBYTE = 1024 * 1024;

/** Checks every layer between this screen and the mesh, nearest first. */
export function diagnose(facts: DiagnosisFacts): readonly Finding[] {
  return [
    secureContext(facts),
    version(facts),
    serviceWorker(facts),
    storage(facts),
    dataWorker(facts),
    ...workerFindings(facts.worker),
    link(facts),
    clock(facts),
    ...facts.reads.map((read) => readFinding(read, facts.now)),
    mesh(facts),
  ];
}

function secureContext({ secureContext: secure }: DiagnosisFacts): Finding {
  const layer = 'Secure context';
  return secure
    ? { layer, result: 'good', text: 'The page runs in a secure context.' }
    : {
        layer,
        result: 'warn',
        text: 'Opened without HTTPS: installing, offline start and wake lock are off.',
      };
}

function version({ version: { own, server } }: DiagnosisFacts): Finding {
  const layer = 'Version';
  if (server === undefined) {
    return { layer, result: 'good', text: `${own}; the server has not said which it serves.` };
  }
  if (server === own) return { layer, result: 'good', text: `${own}, as the server.` };
  return { layer, result: 'warn', text: `${own}; the server serves ${server}.` };
}

function serviceWorker({ serviceWorker: worker }: DiagnosisFacts): Finding {
  const layer = 'Service worker';
  if (!worker.supported) {
    const text = 'Not available here: this page cannot start without the server.';
    return { layer, result: 'warn', text };
  }
  const news = [
    worker.installing && 'another is being fetched',
    worker.waiting && 'another waits to take over',
    worker.failed && 'the last one that came could not be kept',
  ].filter(Boolean);
  const build = worker.build === undefined ? '' : `, of build ${worker.build}`;
  const now = worker.inControl ? `In control${build}` : outOfControl(worker.kept);
  const result = worker.inControl && !worker.failed ? 'good' : 'warn';
  return { layer, result, text: `${[now, ...news].join('; ')}.` };
}

function outOfControl(kept: boolean): string {
  return kept
    ? 'Not in control of this page, which was loaded past it: the next one starts without the server'
    : 'None is in control: this page cannot start without the server';
}

function storage({ storage: where, quota }: DiagnosisFacts): Finding {
  const layer = 'Last-known data';
  if (where === 'memory') {
    return { layer, result: 'bad', text: 'The disk fails: a reload starts empty.' };
  }
  if (!quota) return { layer, result: 'good', text: 'Kept on this device.' };
  const used = (quota.usage / MEBIBYTE).toFixed(1);
  const room = Math.round(quota.quota / MEBIBYTE).toLocaleString();
  const kept = quota.persisted ? 'the browser keeps it' : 'the browser may clear it';
  return { layer, result: 'good', text: `On this device: ${used} of ${room} MB used; ${kept}.` };
}

function dataWorker({ restarts }: DiagnosisFacts): Finding {
  const layer = 'Data worker';
  if (restarts.count === 0) return { layer, result: 'good', text: 'Running since the start.' };
  const reason = restarts.lastReason ? `, last because ${restarts.lastReason}` : '';
  return { layer, result: 'warn', text: `Replaced ${timesOf(restarts.count)}${reason}.` };
}

const timesOf = (count: number) => (count === 1 ? 'once' : `${count} times`);

function link({ link: state, now }: DiagnosisFacts): Finding {
  const layer = 'This screen to the server';
  const since = state.since === undefined ? '' : ` for ${forText(now - state.since)}`;
  if (state.state === 'live') {
    const heard =
      state.lastHeardAt === undefined ? '' : `, last heard ${ageText(state.lastHeardAt, now)}`;
    const stream = state.liveMessageSeen ? '' : '; nothing has arrived on it yet';
    return { layer, result: 'good', text: `Live${since}${heard}${stream}.` };
  }
  const texts = {
    connecting: 'Connecting.',
    silent: `Open but silent${since}.`,
    refused: `Signed out${since}: the server refuses this session.`,
    offline: `No connection${since}.`,
  };
  return { layer, result: state.state === 'connecting' ? 'warn' : 'bad', text: texts[state.state] };
}

function clock({ skewMs }: DiagnosisFacts): Finding {
  const layer = 'Clock of this device';
  const off = Math.abs(skewMs);
  if (off <= SKEW_SHOWN_MS) {
    return { layer, result: 'good', text: `${Math.round(off)} ms off the server's.` };
  }
  const way = skewMs > 0 ? 'behind' : 'ahead of';
  return { layer, result: 'warn', text: `${forText(off)} ${way} the server's.` };
}

function readFinding(read: DiagnosisFacts['reads'][number], now: number): Finding {
  const layer = `Read: ${read.name}`;
  const age = read.at === undefined ? 'never answered' : `as of ${ageText(read.at, now)}`;
  if (read.failure) {
    return { layer, result: 'bad', text: `Failed (${read.failure}), ${age}.` };
  }
  const words = { fresh: 'Fresh', stale: 'Stale', unknown: 'Unknown' };
  return {
    layer,
    result: read.age === 'fresh' ? 'good' : 'warn',
    text: `${words[read.age]}, ${age}.`,
  };
}

function mesh({ platforms }: DiagnosisFacts): Finding {
  const layer = 'The server to the platforms';
  if (!platforms) return { layer, result: 'warn', text: 'Not known.' };
  const silent = platforms.filter(({ status }) => status === 'error');
  const late = platforms.filter(({ status }) => status === 'warning');
  const answered = `${platforms.length - silent.length} of ${platforms.length} answer`;
  const names = [...silent, ...late].map(({ name, status }) =>
    status === 'error' ? `${name} does not` : `${name} late`,
  );
  const text = `${[answered, ...names].join(', ')}.`;
  return { layer, result: silent.length > 0 ? 'bad' : late.length > 0 ? 'warn' : 'good', text };
}

/** @returns a length of time in its largest unit: '42 s', '3 min', '5 h' */
function forText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

const RESULT_WORDS = { good: 'OK', warn: 'ATTENTION', bad: 'PROBLEM' } as const;

/** @returns the findings as plain text, a line each, for a message to somebody else */
export function findingsText(findings: readonly Finding[], now: number): string {
  const lines = findings.map(
    ({ layer, result, text }) => `${RESULT_WORDS[result]}  ${layer}: ${text}`,
  );
  return [`Diagnostics, ${new Date(now).toISOString()}`, ...lines].join('\n');
}
