import type { FastifyInstance } from 'fastify';
import { PLATFORM_RANGES } from '../../contract/limits.ts';
import { pathOf } from '../../contract/paths.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import { handle, handleAnything } from '../http/handle.ts';
import { addressKey } from '../limits/address-key.ts';
import { isPlatformRange, noSuchRange } from '../mesh/calls.ts';
import { periodOf, rolledUpFor, slotsOf, toLatencySlot } from '../mesh/peers/history-slots.ts';
import { hostSpans } from '../mesh/rows/probe-spans.ts';
import { slotTimes } from '../mesh/rows/span-times.ts';
import { hashOfReport, newReportSecret } from '../platforms/kinds/report/report.ts';
import { ingest } from './ingest.ts';
import { followLimits, type HostOf } from './limits.ts';
import { isTaken } from './measures.ts';
import { metricsText } from './metrics-body.ts';
import { metricsAnswer, pointsIn, type Rejected } from './otlp.ts';
import { listSeries, platformOfSecret, readHost, saveHost } from './rows.ts';

/** As often as a collector sends, in several parts. */
const REQUESTS = { max: 60, windowMs: 60_000, keysMax: 10_000 };
/** To addresses that nobody has. */
const WRONG_REQUESTS = { max: 10, windowMs: 60_000, keysMax: 10_000 };

export function hostCalls(app: FastifyInstance, node: NodeBase): void {
  const { db, journal, now, platforms, config } = node;
  const { node: self } = config.mesh;
  const find = (id: string): HostOf | undefined =>
    [...platforms, self].find((one) => one.id === id);
  function required(id: string): HostOf {
    const platform = find(id);
    if (platform === undefined) throw httpError(404, 'There is no such platform in this mesh.');
    return platform;
  }
  receiveMetrics(app, node, find);
  handle(app, 'host', async ({ params: { id } }) => {
    required(id);
    const { secretHash, limits } = await readHost(db, id);
    const series = await listSeries(db, { platform: id });
    const said = series.map(({ platform: _, overSince: _of, incidentId: _id, ...one }) => one);
    return { hasAddress: secretHash !== null, series: said, limits };
  });
  handle(app, 'changeHost', async ({ params: { id }, payload: { renew, limits } }) => {
    const platform = required(id);
    const secret = renew ? newReportSecret() : null;
    await journal.commit(async (tx, emit) => {
      const at = now();
      const secretHash = secret && { secretHash: hashOfReport(secret) };
      await saveHost(tx, id, { ...secretHash, ...(limits && { limits }) });
      if (limits) await followLimits(tx, emit, { platform, limits, now: at, by: self.name });
      const detail = `host: ${renew ? 'new address' : 'limits'}`;
      await recordAudit(tx, { action: 'platform.changed', target: platform.name, detail, at });
    });
    const message = `The host of ${platform.name} was changed.`;
    return { message, id, report: secret && pathOf('report', { secret }) };
  });
  handle(app, 'hostHistory', async ({ params: { id, range } }) => {
    if (!isPlatformRange(range)) throw noSuchRange();
    const [series] = /^\d{1,9}$/.test(id) ? await listSeries(db, { id: Number(id) }) : [];
    if (!series || !find(series.platform)) throw httpError(404, 'There is no such series.');
    const period = periodOf(PLATFORM_RANGES[range], now());
    const of = { ...period, platforms: [hostSpans(series.id)] };
    const times = await slotTimes(db, rolledUpFor(period.slotMs), of);
    return { ...period, slots: slotsOf(times, period, toLatencySlot), absences: [] };
  });
}

/** Hosts send their metrics, to whichever instance. */
function receiveMetrics(
  app: FastifyInstance,
  { db, journal, now, limits, platforms, config }: NodeBase,
  find: (id: string) => HostOf | undefined,
): void {
  const byPlatform = limits.attempts('metrics', REQUESTS);
  const byAddress = limits.attempts('wrong metrics', WRONG_REQUESTS);
  const route = { method: ['POST'], behind: ['/v1/metrics'] };
  const by = config.mesh.node.name;
  /** One that reports itself has an address already. */
  async function platformAt(secret: string): Promise<HostOf | undefined> {
    const hash = hashOfReport(secret);
    const reports = platforms.find((one) => one.kind === 'report' && one.secret === hash);
    return reports ?? find((await platformOfSecret(db, hash)) ?? '');
  }
  handleAnything(
    app,
    'report',
    async (request) => {
      const platform = await platformAt((request.params as { secret: string }).secret);
      if (platform === undefined) {
        await byAddress.count(addressKey(request.ip));
        throw httpError(404, 'No host sends its metrics here.');
      }
      await byPlatform.count(platform.id);
      const rejected: Rejected = new Map();
      const points = pointsIn(await metricsText(request.raw), isTaken, rejected);
      await journal.commit((tx, emit) =>
        ingest(tx, emit, { platform, points, now: now(), by, rejected }),
      );
      return metricsAnswer(rejected);
    },
    route,
  );
}
