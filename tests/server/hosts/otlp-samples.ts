/** Requests as the OpenTelemetry collector sends them (`otlp_http` with `encoding: json`, receiver `hostmetrics`). */

type Attributes = Readonly<Record<string, string>>;

interface PointOptions {
  /** Epoch milliseconds. */
  readonly at: number;
  /** When its counter began. */
  readonly start?: number;
}

const nanoseconds = (ms: number) => `${ms}000000`;

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));

/** @param value of a text one that is a whole number of 64 bits, or NaN */
export const pointOf = (
  value: number | string,
  attributes: Attributes,
  { at, start = 0 }: PointOptions,
) => ({
  attributes: attributesOf(attributes),
  startTimeUnixNano: nanoseconds(start),
  timeUnixNano: nanoseconds(at),
  ...(typeof value === 'string' ? { asInt: value } : { asDouble: value }),
});

type PointOf = ReturnType<typeof pointOf>;

export const sum = (name: string, dataPoints: readonly unknown[], more: object = {}) => ({
  ...{ name, unit: 'By' },
  sum: { dataPoints, aggregationTemporality: 2, isMonotonic: true, ...more },
});
export const gauge = (name: string, dataPoints: readonly PointOf[]) => ({
  ...{ name, unit: 'Cel' },
  gauge: { dataPoints },
});

export const requestOf = (metrics: readonly object[]) => ({
  resourceMetrics: [
    {
      resource: { attributes: attributesOf({ 'host.name': 'gateway-1', 'os.type': 'linux' }) },
      scopeMetrics: [
        {
          scope: { name: 'github.com/open-telemetry/hostmetricsreceiver/cpu', version: '0.140.0' },
          metrics,
        },
      ],
      schemaUrl: 'https://opentelemetry.io/schemas/1.9.0',
    },
  ],
});

interface HostState extends PointOptions {
  /** Seconds of two cores, together. */
  readonly busy: number;
  readonly idle: number;
  /** Share of the disk that is in use. */
  readonly disk?: number;
  /** Bytes. */
  readonly received?: number;
  readonly celsius?: number;
}

const GIB = 1024 ** 3;
const bytes = (share: number) => String(Math.round(share * 100 * GIB));

/** What `hostmetrics` says of a host, in the names of attributes of before and after semantic conventions 1.22. */
export function hostRequest(names: 'old' | 'new', state: HostState) {
  const { busy, idle, disk = 0.5, received = 0, celsius = 40, ...times } = state;
  const of = (old: Attributes, recent: Attributes) => (names === 'old' ? old : recent);
  const cpu = (core: number, mode: string, seconds: number) =>
    pointOf(seconds / 2, of({ cpu: `cpu${core}`, state: mode }, { 'cpu.mode': mode }), times);
  const memory = (state: string, share: number) =>
    pointOf(bytes(share), of({ state }, { 'system.memory.state': state }), times);
  const mount = (mountpoint: string, state: string, share: number, mode = 'rw') =>
    pointOf(
      bytes(share),
      of(
        { device: '/dev/sda1', mode, mountpoint, state, type: 'ext4' },
        {
          ...{ 'system.device': '/dev/sda1', 'system.filesystem.mode': mode },
          ...{ 'system.filesystem.mountpoint': mountpoint, 'system.filesystem.state': state },
        },
      ),
      times,
    );
  const network = (device: string, direction: string, count: number) =>
    pointOf(
      String(count),
      of(
        { device, direction },
        { 'network.interface.name': device, 'network.io.direction': direction },
      ),
      times,
    );
  return requestOf([
    sum('system.cpu.time', [
      ...[0, 1].flatMap((core) => [
        cpu(core, 'user', busy * 0.75),
        cpu(core, 'system', busy * 0.25),
        cpu(core, 'idle', idle * 0.9),
        cpu(core, names === 'old' ? 'wait' : 'iowait', 0),
        cpu(core, 'iowait', idle * 0.1),
      ]),
    ]),
    sum('system.memory.usage', [
      ...[memory('used', 0.25), memory('free', 0.5), memory('cached', 0.25)],
      memory('slab_reclaimable', 0.2),
    ]),
    sum('system.filesystem.usage', [
      ...[mount('/', 'used', disk), mount('/', 'free', 1 - disk), mount('/', 'reserved', 0.05)],
      ...[mount('/snap/core', 'used', 1, 'ro'), mount('/snap/core', 'free', 0, 'ro')],
    ]),
    sum('system.paging.usage', [
      pointOf('0', of({ state: 'used' }, { 'system.paging.state': 'used' }), times),
      pointOf('1024', of({ state: 'free' }, { 'system.paging.state': 'free' }), times),
    ]),
    sum('system.network.io', [
      ...[network('lo', 'receive', 9e12), network('eth0', 'receive', received)],
      network('eth0', 'transmit', 0),
    ]),
    gauge('system.uptime', [pointOf(86_400, {}, times)]),
    gauge('hw.temperature', [
      pointOf(celsius, { 'hw.id': 'nvme0', 'hw.name': 'nvme', 'hw.parent': 'pci' }, times),
    ]),
    sum('system.disk.io', [pointOf('1', { device: 'sda', direction: 'read' }, times)]),
  ]);
}
