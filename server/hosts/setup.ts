import { Gauge } from 'prom-client';
import { MINUTE_MS } from '../../contract/limits.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { fromDatabase, labelsOf, PLATFORM_LABELS } from '../metrics/gauges.ts';
import { hostCalls } from './calls.ts';
import { followLimits } from './limits.ts';
import { measureOwnHost } from './own-host.ts';
import { deleteHost, listSeries } from './rows.ts';

/** The machines that platforms run on, and this node's. */
export function setUpHosts(node: NodeBase): Feature {
  const by = node.config.mesh.node.name;
  return {
    calls(app) {
      hostCalls(app, node);
      hostMetrics(node);
    },
    lead: (journal) => measureOwnHost(node, journal),
    async platformLeft(tx, emit, { platform, how, at: now }) {
      await followLimits(tx, emit, { platform, limits: [], now, by });
      if (how !== 'paused') await deleteHost(tx, platform.id);
    },
  };
}

/** Older ones say nothing of now. */
const FRESH_MS = 5 * MINUTE_MS;

/** Of each measure its name, unit and scale in Prometheus, and what it says. */
const GAUGES = {
  cpu: ['cpu_ratio', 0.01, 'Share of the processor time of a host that is in use.'],
  memory: ['memory_ratio', 0.01, 'Share of the memory of a host that is in use.'],
  filesystem: ['filesystem_ratio', 0.01, 'Share of a file system of a host that is in use.'],
  paging: ['paging_ratio', 0.01, 'Share of the swap space of a host that is in use.'],
  network: ['network_bytes_per_second', 1000, 'What an interface of a host receives or transmits.'],
  temperature: ['temperature_celsius', 1, 'What a sensor of a host measures.'],
  uptime: ['uptime_seconds', 1, 'How long a host has been running.'],
} as const;

function hostMetrics({ db, health, now, platforms, config, registry }: NodeBase): void {
  for (const [measure, [name, scale, help]] of Object.entries(GAUGES))
    new Gauge({
      name: `meridian_host_${name}`,
      help,
      labelNames: [...PLATFORM_LABELS, 'of'],
      registers: [registry],
      collect: fromDatabase(health, async (gauge) => {
        const all = await listSeries(db, { measure });
        for (const { platform: id, name, value, at } of all) {
          const platform = [...platforms, config.mesh.node].find((one) => one.id === id);
          if (platform && now() - at < FRESH_MS)
            gauge.set({ ...labelsOf(platform), of: name }, value * scale);
        }
      }),
    });
}
