import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/free-port.mjs';

/**
 * OpenStack Swift with its S3 interface, on free ports of this machine: an object storage that people run, with parts,
 * ranges and lists. Debian has it: apt-get install swift-proxy swift-account swift-container swift-object memcached
 */
export interface S3Server {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  close(): Promise<void>;
}

const KINDS = ['account', 'container', 'object'] as const;
const START_MS = 60_000;
const run = promisify(execFile);

// Debian's own, for which its packages are installed.
const PYTHON = '/usr/bin/python3';

export async function startSwift(): Promise<S3Server> {
  const root = await mkdtemp(join(tmpdir(), 'meridian-swift-'));
  const ports = await freePorts(5);
  const [proxy = 0, memcached = 0, ...storage] = ports;
  await mkdir(join(root, 'srv/d1'), { recursive: true });
  await writeFile(join(root, 'swift.conf'), SWIFT_CONF);
  await writeFile(join(root, 'proxy-server.conf'), proxyConf(root, proxy, memcached));
  for (const [index, kind] of KINDS.entries())
    await writeFile(
      join(root, `${kind}-server.conf`),
      storageConf(root, kind, storage[index] ?? 0),
    );
  await run(PYTHON, ['-c', RINGS, root, ...storage.map(String)]);
  const running = [
    spawn('memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(memcached), '-m', '16'], {
      stdio: 'ignore',
    }),
    ...[...KINDS, 'proxy'].map((kind) =>
      spawn(`swift-${kind}-server`, [join(root, `${kind}-server.conf`)], { stdio: 'ignore' }),
    ),
  ];
  const endpoint = `http://127.0.0.1:${proxy}`;
  const close = async () => {
    await Promise.all(running.map(stop));
    await rm(root, { recursive: true, force: true });
  };
  try {
    await answers(`${endpoint}/healthcheck`);
    for (const port of storage) await answers(`http://127.0.0.1:${port}/healthcheck`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    endpoint,
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'testing' },
    close,
  };
}

/** They differ. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error(`${url} does not answer`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
}

const SWIFT_CONF = `[swift-hash]
swift_hash_path_suffix = meridian
[storage-policy:0]
name = Policy-0
default = yes
`;

const proxyConf = (root: string, port: number, memcached: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${root}
user = root
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache bulk s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
`;

const storageConf = (root: string, kind: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
devices = ${root}/srv
mount_check = false
swift_dir = ${root}
user = root
disable_fallocate = true
[pipeline:main]
pipeline = healthcheck ${kind}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${kind}-server]
use = egg:swift#${kind}
`;

/** One copy of everything, on one device. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
root = sys.argv[1]
for kind, port in zip(('account', 'container', 'object'), sys.argv[2:]):
    builder = RingBuilder(4, 1, 0)
    device = dict(id=0, region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=1, meta='',
                  replication_ip='127.0.0.1', replication_port=int(port))
    builder.add_dev(device)
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (root, kind))
`;
