import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SEVERITIES } from '../../contract/shapes/activity.ts';
import { BUNDLE_STATUSES } from '../../contract/shapes/bundle.ts';
import { CONNECTION_STATUSES } from '../../contract/shapes/mesh.ts';
import { ActivityPanel } from '../ui/activity-list/activity-panel.tsx';
import { activityTime } from '../ui/activity-list/activity-time.ts';
import { ageText } from '../ui/age/age-text.ts';
import { BundleTable } from '../ui/bundle-table/bundle-table.tsx';
import { sizeText } from '../ui/bundle-table/size-text.ts';
import { momentOf, momentText } from '../ui/moment/moment.ts';
import { type ReadingState, TROUBLE_WORDS } from '../ui/reading-note/reading-state.ts';
import { PlatformList } from '../ui/shell/platform-list.tsx';
import { StatCards } from '../ui/stat-card/stat-cards.tsx';
import type { KnownPartName } from './last-known.ts';

/**
 * The parts of the dashboard as its own components draw them when what they show is the last that is known,
 * drawn at build time of a specimen of each kind of row. Where the specimens' texts were, slots are left.
 */
interface Template {
  readonly of: KnownPartName;
  /** Undefined: drawn alike at any age. */
  readonly age?: 'stale' | 'unknown';
  /** Kinds of the specimens, in their order; none: an empty list. Undefined: no list. */
  readonly kinds?: readonly string[];
  /** Selects the rows. */
  readonly rows?: string;
  readonly node: ReactNode;
}

/** The kind of all that have no look of their own. */
const OTHER = '{word}';
const PLATFORM_KINDS = [...CONNECTION_STATUSES, OTHER];
const ROW_KINDS = [...SEVERITIES, OTHER];
const BUNDLE_KINDS = [...BUNDLE_STATUSES, OTHER];

const AT = Date.UTC(2001, 1, 3, 4, 5, 6);
const NOW = AT + 5 * 86_400_000;
const CREATED = '2001-01-01T00:00:00.000Z';
const STATS = { meshConnections: 4001, zipBundlesProcessed: 4002, route66Handshakes: 4003 };
const BYTES = 4004;

/** What the specimens are drawn as, and the slot in its place. */
const SLOT_OF: readonly (readonly [drawn: string, slot: string])[] = [
  [new Date(AT).toISOString(), '{at}'],
  [ageText(AT, NOW), '{age}'],
  [`${TROUBLE_WORDS.stale}, `, '{note}, '],
  [CREATED, '{createdAt}'],
  [activityTime(CREATED, NOW), '{when}'],
  [momentText(momentOf(CREATED)), '{uploaded}'],
  [sizeText(BYTES), '{size}'],
  [String(STATS.meshConnections), '{mesh}'],
  [STATS.zipBundlesProcessed.toLocaleString(), '{bundles}'],
  [STATS.route66Handshakes.toLocaleString(), '{handshakes}'],
];
/** The list places its rows by hand; here they follow each other, whatever their height. */
const PLACED_ROW = / style="transform:[^"]*"/g;
const PLACE_IN_LIST = / (?:aria-setsize|aria-posinset|data-index)="\d+"/g;
const LIST_HEIGHT = /(<ul[^>]*) style="height:[^"]*"/g;

/** @returns the markup of all templates, for the end of the dashboard's page */
export function lastKnownTemplates(): string {
  return templates().map(markupOf).join('');
}

function markupOf({ of, age, kinds, rows, node }: Template, index: number): string {
  const about = {
    'data-of': of,
    'data-age': age,
    'data-empty': kinds && kinds.length === 0,
    'data-rows': rows,
    'data-kinds': kinds?.join(' '),
  };
  const markup = renderToStaticMarkup(<template {...about}>{node}</template>, {
    identifierPrefix: `known${index}`,
  });
  return slotted(markup);
}

function slotted(markup: string): string {
  const flowing = markup
    .replace(PLACED_ROW, ' style="position:static!important"')
    .replace(PLACE_IN_LIST, '')
    .replace(LIST_HEIGHT, '$1');
  return SLOT_OF.reduce((text, [drawn, slot]) => text.replaceAll(drawn, slot), flowing);
}

function templates(): Template[] {
  const byAge = (['stale', 'unknown'] as const).flatMap((age): Template[] => [
    { of: 'stats', age, node: <StatCards stats={STATS} reading={readingOf(age)} now={NOW} /> },
    {
      of: 'connections',
      age,
      rows: 'li',
      kinds: PLATFORM_KINDS,
      node: <PlatformList age={age} loading={false} platforms={PLATFORM_KINDS.map(platformOf)} />,
    },
  ]);
  const byLength = [true, false].flatMap((isEmpty): Template[] => [
    activityTemplate(isEmpty ? [] : ROW_KINDS),
    bundlesTemplate(isEmpty ? [] : BUNDLE_KINDS),
  ]);
  return [...byAge, ...byLength];
}

/** Whatever its age, only the note below it tells that. */
function activityTemplate(kinds: readonly string[]): Template {
  const rows = kinds.map(rowOf);
  const node = <ActivityPanel rows={rows} reading={readingOf('stale')} live={false} now={NOW} />;
  return { of: 'activity', rows: 'li', kinds, node };
}

function bundlesTemplate(kinds: readonly string[]): Template {
  const node = (
    <BundleTable
      bundles={kinds.map(bundleOf)}
      reading={readingOf('stale')}
      deploying={undefined}
      now={NOW}
      onUpload={doNothing}
      onDeploy={doNothing}
      onDetails={doNothing}
    />
  );
  return { of: 'bundles', rows: 'tbody tr', kinds, node };
}

const readingOf = (age: 'stale' | 'unknown'): ReadingState => ({
  at: AT,
  age,
  failure: undefined,
  loading: false,
});

const doNothing = () => undefined;

const platformOf = (status: string) => ({
  id: status,
  name: status,
  domain: '{domain}',
  status,
  latencyMs: null,
  lastSeen: null,
});

const rowOf = (severity: string) => ({
  id: severity,
  message: '{message}',
  severity,
  createdAt: CREATED,
});

const bundleOf = (status: string) => ({
  id: '{id}',
  name: '{name}',
  size: BYTES,
  status,
  targetPlatforms: ['{targets}'],
  createdAt: CREATED,
});
