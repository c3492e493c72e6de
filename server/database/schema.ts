import type { Generated, Selectable } from 'kysely';
import type { InstancesTables } from './instances-schema.ts';
import type { MeshTables } from './mesh-schema.ts';
import type { PeopleTables } from './people-schema.ts';

/** The tables. Times are epoch milliseconds; columns whose name ends in `Json` hold JSON text. */
export interface Tables extends MeshTables, PeopleTables, InstancesTables {
  activity: {
    id: Generated<number>;
    message: string;
    severity: string;
    /** Id of the platform that the row is about; null if it is about none or several. */
    platform: string | null;
    createdAt: number;
  };
  bundles: {
    id: string;
    name: string;
    size: number;
    status: string;
    targetPlatformsJson: string;
    priority: string;
    sha256: string;
    uploadedBy: string;
    problemsJson: string;
    filesJson: string;
    fileCount: number;
    createdAt: number;
  };
  bundleHistory: {
    bundleId: string;
    /** Of the bundle, or `deploying` and `incomplete` of its deployments. */
    status: string;
    at: number;
    note: string | null;
  };
  bundleTargets: {
    bundleId: string;
    platform: string;
    status: string;
    sentBytes: number;
    message: string | null;
    /** When the status changed; null before the first change. */
    changedAt: number | null;
    /** Until when it is tried again; null when it is not. */
    retryUntil: number | null;
  };
  /** What an upload with a key of the sender's own became, so that a repeat is harmless. */
  uploadReceipts: {
    accountId: string;
    key: string;
    sha256: string;
    /** The bundle as it was answered. */
    bundleJson: string;
    createdAt: number;
  };
  /** Counts that only ever grow, such as completed handshakes. */
  counters: {
    name: string;
    value: number;
  };
  /** Random keys of this server, by what they are for. */
  secrets: {
    name: string;
    value: string;
  };
  /** A screen that reads along, with the session that it was given. */
  displays: {
    id: string;
    name: string;
    /** SHA-256 of the cookie's value; null until the screen has fetched its session. */
    tokenHash: string | null;
    /** Username of who approved it. */
    approvedBy: string;
    createdAt: number;
    /** When its live socket was last opened or closed. */
    seenAt: number | null;
    /** The build of the console that it runs. */
    build: string | null;
    /** What it said of itself last. */
    reportJson: string | null;
    /** Null: it is watched at any hour, by notices alone. */
    watchJson: string | null;
    /** What is wrong with it. */
    troubleJson: string | null;
    /** Of what is wrong with it, also when people have resolved that. */
    incidentId: number | null;
  };
  /** A screen that asks to be approved. The code and the asking browser's secret are stored as hashes. */
  pairings: {
    secretHash: string;
    codeHash: string;
    expiresAt: number;
    /** Set once somebody has approved it: the code is used up. */
    displayId: string | null;
  };
  /** Alerts behind the bell, the same for all accounts. */
  notifications: {
    id: Generated<number>;
    kind: string;
    title: string;
    text: string;
    severity: string;
    at: number;
    link: string;
    /** Username; null: it is for everybody. */
    recipient: string | null;
  };
  /** Which account has read which notification. */
  notificationReads: {
    accountId: string;
    notificationId: number;
  };
  /** A device that receives alerts by push. It is removed with the session in which it subscribed. */
  pushSubscriptions: {
    /** Where the push service takes messages for it: whoever knows it can send to it. */
    endpoint: string;
    accountId: string;
    /** Of `sessions.tokenHash`. */
    session: string;
    p256dh: string;
    auth: string;
    kindsJson: string;
    /** When the device last said that it is still there. */
    confirmedAt: number;
    /** Messages that its push service refused since it last took one. */
    failures: number;
  };
  /** From a platform's leaving `connected` until it is back; a drill, which is deleted when it ends; or opened by a person. */
  incidents: {
    id: Generated<number>;
    /** '' of one that a person opened. */
    platform: string;
    /** platform, certificate or person. */
    kind: Generated<string>;
    /** The worst that it had. */
    status: string;
    startedAt: number;
    endedAt: number | null;
    /** Of one that a person opened its title. */
    cause: string | null;
    /** Username; null: it was found by probes. */
    openedBy: string | null;
    /** Ids of those that are affected; null: it was found by probes. */
    platformsJson: string | null;
    /** 1: all of it so far lies in maintenance windows. */
    planned: number;
    /** Set for a drill alone. */
    drillUntil: number | null;
    /** line, platform or node, by what other nodes said; null: they said too little. */
    scope: string | null;
    testimonyJson: string | null;
    acknowledgedBy: string | null;
    acknowledgedAt: number | null;
    acknowledgedNote: string | null;
    /** Whom it is offered to, by whom, from when until when; all null: to nobody. */
    offeredBy: string | null;
    offeredTo: string | null;
    offeredAt: number | null;
    offerUntil: number | null;
    /** Usernames of those who have seen it; null: nobody. */
    seenByJson: string | null;
  };
  incidentEvents: {
    id: Generated<number>;
    incidentId: number;
    at: number;
    kind: string;
    text: string;
    /** Username, with which the text begins; null: no person wrote it. */
    writtenBy: string | null;
  };
  /** How much room there was, by the hour. */
  spaceHistory: {
    /** The beginning of the hour. */
    at: number;
    /** Of the disk that is the closest to its reserve. */
    freeBytes: number;
    databaseBytes: number;
  };
  maintenance: {
    id: Generated<number>;
    platformsJson: string;
    note: string;
    /** Of the first occurrence. */
    startsAt: number;
    endsAt: number;
    repeat: string;
    timeZone: string;
    /** The occurrence that starts then ends at another time. */
    changedStart: number | null;
    changedEnd: number | null;
    /** Start of the occurrence whose beginning was recorded, and its end was not. */
    begunStart: number | null;
    createdBy: string;
    createdAt: number;
    /** When its end or its platforms were changed last. */
    changedAt: number | null;
  };
  handoverNotes: {
    id: Generated<number>;
    writtenBy: string;
    at: number;
    text: string;
  };
  alertChannels: {
    id: string;
    kind: string;
    name: string;
    enabled: number;
    settingsJson: string;
    /** Encrypted; null when there is none. */
    secret: string | null;
    createdAt: number;
  };
  /** Templates in place of the built-in texts of a channel; '': the built-in one. */
  alertTexts: {
    channel: string;
    title: string;
    text: string;
    /** When the built-in texts were last sent because these failed, and why. */
    failedAt: number | null;
    error: string | null;
  };
  alertRules: {
    id: Generated<number>;
    /** The contract's `Rule`, without its id. */
    ruleJson: string;
  };
  /** That a channel is alerted of a step of an incident: at most once, whatever becomes of the deliveries. */
  alertDecisions: {
    incidentId: number;
    channel: string;
    /** late, down, repeat:<n>, acknowledged, recovered or step:<rule>:<number>; the number of a rule's step where the channel is rule:<id>. */
    step: string;
    /** Of the incident: the row of a drill is deleted when it is over. */
    platform: string;
    drill: number;
    at: number;
  };
  alertDeliveries: {
    id: Generated<number>;
    /** Of what it is about: a repeated decision inserts no second row. */
    dedupeKey: string;
    channel: string;
    /** The device of a push; '' elsewhere. */
    target: string;
    incidentId: number | null;
    title: string;
    messageJson: string;
    state: string;
    attempts: number;
    createdAt: number;
    dueAt: number;
    triedAt: number | null;
    error: string | null;
  };
  /** Numbered live messages: the socket's content, and what `GET /api/live?since=` replays. */
  liveLog: {
    seq: Generated<number>;
    keyJson: string;
    op: string;
    dataJson: string;
    at: number;
  };
}

/** A row of a table, as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
