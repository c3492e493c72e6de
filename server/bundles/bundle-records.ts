import type { Priority } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { BundleDetails } from '../../contract/shapes/bundle.ts';
import { TEXT_MAX } from '../../contract/text-limits.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Config } from '../config/config.ts';
import type { Platform } from '../config/mesh-config.ts';
import { emitStats } from '../dashboard/rows.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Commits, withoutCommitCheck } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import type { Inspection } from './inspection/zip/inspect.ts';
import { problemText } from './inspection/zip/problem.ts';
import {
  deleteBundle,
  findBundle,
  insertBundle,
  type StoredBundle,
  storeInspection,
  usageOf,
} from './rows/bundles.ts';
import { findReceipt, insertReceipt, type ReceiptName } from './rows/receipts.ts';
import type { ReceivedUpload } from './uploads/receive-upload.ts';
import { UploadError } from './uploads/upload-error.ts';

/** What an upload says about itself. */
export interface UploadInfo {
  /** As the sender calls the file. */
  readonly name: string;
  /** Platform ids. */
  readonly targets: readonly string[];
  readonly priority: Priority;
  readonly username: string;
  /** Of the file as it was sent, when the sender said so. */
  readonly sha256?: string | undefined;
  /** Identifies a repeat of this upload; undefined when the sender gave no key. */
  readonly receipt?: ReceiptName | undefined;
}

interface BundleRecordsDeps extends Pick<NodeBase, 'now' | 'platforms' | 'notify'> {
  /** Of calls, or of a term. */
  readonly journal: Commits;
  readonly quota: Config['quota'];
  readonly mayUpload: MayUpload;
}

/** @returns whether an account may upload at this moment */
export type MayUpload = (tx: Tx, accountId: string) => Promise<boolean>;

/** Writes what happens to a bundle: its rows, activity and live messages in one transaction each. */
export function createBundleRecords(deps: BundleRecordsDeps) {
  const { journal, quota, mayUpload, platforms, now, notify } = deps;
  return {
    /**
     * @returns the bundle; `repeated`: an earlier upload with the same key became it, and none was added
     * @throws UploadError over the quota, when its account may not upload any more, or when the upload's key was used for another file
     */
    add: (id: string, { size, sha256 }: ReceivedUpload, info: UploadInfo) =>
      journal.commit(async (tx, emit) => {
        const { priority, username, receipt } = info;
        const first = receipt && (await bundleOfReceipt(tx, receipt, sha256));
        if (first) return { bundle: first, repeated: true };
        // A complete upload may become a bundle without a request, after a restart.
        if (receipt && !(await mayUpload(tx, receipt.accountId)))
          throw new UploadError('not-allowed', 'Your account may not upload any more.');
        await assertQuota(tx, quota, username, size);
        const at = now();
        const name = cleanFileName(info.name, TEXT_MAX.bundleName);
        const targets = platforms.filter((platform) => info.targets.includes(platform.id));
        const bundle = await insertBundle(tx, {
          id,
          name,
          size,
          sha256,
          priority,
          at,
          uploadedBy: username,
          targetPlatforms: targets.map((platform) => platform.name),
          targetIds: targets.map((platform) => platform.id),
        });
        if (receipt) await insertReceipt(tx, receipt, { sha256, bundle }, at);
        emit(keyOf('bundles'), 'prepend', [bundle]);
        const message = `${username} uploaded ${name}. Validating…`;
        await recordActivity(tx, emit, { message, severity: 'primary', at });
        const detail = `${size} bytes, SHA-256 ${sha256}, by ${username}`;
        await recordAudit(tx, { action: 'bundle.uploaded', target: name, detail, at });
        await emitStats(tx, emit);
        return { bundle, repeated: false };
      }),

    /**
     * As a writer: it waits for a commit of `add` that the database may still be about to store.
     *
     * @returns null when there is no such bundle
     */
    find: (id: string) =>
      withoutCommitCheck(() => journal.commit(async (tx) => (await findBundle(tx, id)) ?? null)),

    /** @returns the new status; undefined when the bundle is gone or was inspected already */
    recordInspection: (id: string, { problems, files, fileCount }: Inspection) =>
      journal.commit(async (tx, emit) => {
        const at = now();
        const status = problems.length === 0 ? 'validated' : 'failed';
        const name = await storeInspection(tx, id, { status, problems, files, fileCount, at });
        if (name === undefined) return undefined;
        const reason = problems[0]?.message;
        emit(keyOf('bundles'), 'patch', { id, status, reason });
        const stored = await findBundle(tx, id);
        if (stored)
          emit(keyOf('bundle', { id }), 'replace', bundleDetailsOf(stored, platforms, 'some'));
        await recordActivity(tx, emit, { ...resultOf(name, problems), at });
        await emitStats(tx, emit);
        if (reason) await notify(tx, emit, { ...invalidMessage(id, `${name}: ${reason}`), at });
        return status;
      }),

    /** @returns false when there is no such bundle */
    remove: (id: string, username: string) =>
      journal.commit(async (tx, emit) => {
        const name = await deleteBundle(tx, id);
        if (name === undefined) return false;
        emit(keyOf('bundles'), 'remove', { id });
        const message = `${username} deleted ${name}`;
        const at = now();
        await recordActivity(tx, emit, { message, severity: 'primary', at });
        await recordAudit(tx, {
          action: 'bundle.removed',
          target: name,
          detail: `bundle ${id}`,
          at,
        });
        await emitStats(tx, emit);
        return true;
      }),
  };
}

/** @returns what the first upload with this key became. @throws UploadError when that was another file */
async function bundleOfReceipt(tx: Tx, name: ReceiptName, sha256: string) {
  const receipt = await findReceipt(tx, name);
  if (receipt !== undefined && receipt.sha256 !== sha256)
    throw new UploadError('key-reused', 'Another file was uploaded under this key already.');
  return receipt?.bundle;
}

/** The result of an inspection as a row of the activity log. */
function resultOf(name: string, problems: Inspection['problems']) {
  const [first] = problems;
  return first === undefined
    ? ({ message: `${name} passed validation`, severity: 'success' } as const)
    : ({ message: `${name} failed validation: ${problemText(first)}`, severity: 'error' } as const);
}

const invalidMessage = (id: string, text: string) =>
  ({
    kind: 'validation',
    severity: 'error',
    title: 'Validation failed',
    text,
    tag: `validation:${id}`,
    url: bundleLink(id),
  }) as const;

export const bundleLink = (id: string) => `/dashboard?bundle=${encodeURIComponent(id)}`;

export const noSuchBundle = () => httpError(404, 'There is no such bundle.');

/** @throws UploadError `quota` when one more bundle of `bytes` would exceed it */
export async function assertQuota(
  db: Database,
  quota: Config['quota'],
  username: string,
  bytes: number,
): Promise<void> {
  const usage = await usageOf(db, username);
  if (usage.bundles + 1 > quota.bundles)
    throw overQuota(`Your account holds ${usage.bundles} bundles, which is its limit.`);
  if (usage.bytes + bytes > quota.bytes)
    throw overQuota('Your account has no room left for this bundle.');
}

const overQuota = (message: string) => new UploadError('quota', `${message} Remove one first.`);

const DEFAULT_NAME = 'bundle.zip';

/**
 * @param filename what the sender calls the file: untrusted text, perhaps a path
 * @returns its last path segment without control and direction characters, shortened to `max` characters
 *   with its extension kept
 */
function cleanFileName(filename: string, max: number): string {
  const last = filename.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  if (/^\.*$/.test(clean)) return DEFAULT_NAME;
  return clean.length <= max ? clean : shorten(clean, max);
}

const EXTENSION_MAX = 16;

function shorten(name: string, max: number): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= EXTENSION_MAX ? name.slice(dot) : '';
  const stem = name.slice(0, max - extension.length);
  // Cutting a surrogate pair in half would leave half a character.
  return stem.replace(/[\uD800-\uDBFF]$/, '') + extension;
}

/** A live message goes to every console and must stay small; the read has the whole list. */
const FILES_IN_LIVE_MESSAGE = 100;

/** @param files `some` for a live message: at most the first hundred */
export function bundleDetailsOf(
  stored: StoredBundle,
  platforms: readonly Platform[],
  files: 'some' | 'all',
): BundleDetails {
  const { bundle, sha256, priority, uploadedBy, problems, fileCount, history } = stored;
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name ?? id;
  return {
    ...bundle,
    sha256,
    priority,
    uploadedBy,
    problems: [...problems],
    files: files === 'some' ? stored.files.slice(0, FILES_IN_LIVE_MESSAGE) : [...stored.files],
    fileCount,
    targets: stored.targets.map((target) => ({ ...target, platform: nameOf(target.platform) })),
    history: [...history],
  };
}
