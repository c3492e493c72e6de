import type { IncidentDetails } from '../../contract/shapes/incident.ts';
import { ACKNOWLEDGEMENTS_KEY, type PendingAcknowledgement } from '../../src/shared/model.ts';
import type { Tab } from '../doubles/tabs.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

/** Incidents, who is on them, and what must hold of it. Each is pressed once by ada, with its id as the note. */

type Incident = Pick<IncidentDetails, 'endedAt' | 'acknowledgement'> & {
  readonly events: { at: number; kind: string; text: string }[];
  /** When ada pressed; this device has it, or the server. */
  pressedAt: number;
  isKept: boolean;
  /** From somebody who was later. */
  isTaken: boolean;
};
export type Incidents = Incident[];

/** By how much the device may err about the server's time, and the incident be read before it is taken. */
const UNSURE_MS = 5000;
const INCIDENTS_MAX = 12;
const AWAY = 500;

const pathOf = (id: number) => `/api/incidents/${id}`;

/** As `acknowledge` of the console: at once, and later where the server is not reached. */
export function pressOne(world: World, tab: Tab | undefined): void {
  const id = world.incidents.length;
  if (tab === undefined || id >= INCIDENTS_MAX) return;
  const incident: Incident = {
    endedAt: null,
    acknowledgement: null,
    events: [],
    pressedAt: world.clock.now(),
    isKept: false,
    isTaken: false,
  };
  world.incidents.push(incident);
  serve(world, id, incident);
  const at = tab.page.serverNow();
  const note = String(id);
  const params = { id: note };
  const pressed = tab.worker.send('acknowledgeIncident', { params, payload: { note } });
  void pressed
    .then((outcome) => {
      if (outcome.ok || (outcome.why === 'refused' && outcome.status < AWAY)) return;
      return tab.worker.acknowledgeLater({ incident: note, title: 'Down', note, at });
    })
    .then(
      () => {
        incident.isKept = true;
      },
      () => undefined,
    );
}

function serve({ server, clock }: World, id: number, incident: Incident): void {
  const row = { id, platform: 'a', status: 'error', startedAt: 1, cause: '', planned: false };
  server.route('GET', pathOf(id), () => ({ body: { ...row, drillUntil: null, ...incident } }));
  server.route('POST', `${pathOf(id)}/acknowledge`, () => {
    const { endedAt, acknowledgement: before } = incident;
    if (endedAt !== null) return { status: 409, body: { message: 'It is over.' } };
    const isLater = before?.by === 'ben' && before.at > incident.pressedAt + UNSURE_MS;
    if (isLater && clock.now() > before.at + UNSURE_MS) incident.isTaken = true;
    if (before?.by !== 'ada') take(incident, 'ada', clock.now(), String(id));
    return { body: { message: 'You are on it.' } };
  });
}

function take(incident: Incident, by: string, at: number, note: string): void {
  incident.acknowledgement = { by, at, note };
  incident.events.push({ at, kind: 'acknowledged', text: `${by} is on it: ${note}` });
}

/** Ends an incident, or somebody else takes it on or says that nobody is on it. */
export function othersActOn({ incidents, clock }: World, chance: Chance): void {
  const incident = chance.pick(incidents.filter(({ endedAt }) => endedAt === null));
  if (incident === undefined) return;
  if (chance.isHit(0.3)) incident.endedAt = clock.now();
  else if (incident.acknowledgement === null) take(incident, 'ben', clock.now(), '');
  else incident.acknowledgement = null;
}

const byAda = ({ events }: Incident) => events.filter(({ text }) => text.startsWith('ada ')).length;

/** @returns what must never be */
export function wrongAcknowledgements({ incidents }: World): string | undefined {
  const twice = incidents.findIndex((incident) => byAda(incident) > 1);
  if (twice >= 0) return `ada is on incident ${twice} twice`;
  const taken = incidents.findIndex(({ isTaken }) => isTaken);
  return taken < 0 ? undefined : `ada has taken incident ${taken} from ben, who was later`;
}

/** @returns what must not be any more once the network has been calm for a while */
export function unfinishedAcknowledgements(
  { incidents }: World,
  tabs: readonly Tab[],
): string | undefined {
  const listed = tabs.flatMap(itemsIn);
  const waiting = listed.find(({ dropped }) => dropped === undefined);
  if (waiting !== undefined) return `acknowledgement ${waiting.incident} still waits`;
  const lost = incidents.findIndex(
    (incident, id) =>
      incident.isKept &&
      byAda(incident) === 0 &&
      !listed.some((item) => item.incident === String(id)) &&
      incident.endedAt === null,
  );
  return lost < 0 ? undefined : `acknowledgement ${lost} is lost`;
}

const itemsIn = ({ page }: Tab) =>
  (page.entry(ACKNOWLEDGEMENTS_KEY)?.data ?? []) as readonly PendingAcknowledgement[];
