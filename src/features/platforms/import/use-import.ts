import { useState } from 'react';
import type { ImportAnswer } from '../../../../contract/shapes/platform.ts';
import { useAction } from '../../../console/actions.ts';
import { userMessageOf } from '../../../shared/outcome.ts';
import type { Candidate } from './candidate.ts';
import { readImport } from './read-import.ts';

/** A row of the file with what the server says of it. */
export interface Row
  extends Candidate,
    Partial<Pick<ImportAnswer['rows'][number], 'id' | 'report'>> {
  /** In the file. */
  readonly place: number;
  /** Whoever imports does not want it. */
  readonly isUnwanted?: boolean;
}

export const canBeTaken = ({ platform, reason }: Row) => platform !== undefined && !reason;
export const isTaken = (row: Row) => canBeTaken(row) && !row.isUnwanted;

interface ImportOptions {
  onAdded: () => void;
  /** There are addresses to copy. */
  onReveal: () => void;
}

/** Reads a file here, asks the server what can be added of it, and has that added. */
export function useImport({ onAdded, onReveal }: ImportOptions) {
  const { mutateAsync } = useAction('importPlatforms');
  const [rows, setRows] = useState<readonly Row[]>();
  const [added, setAdded] = useState<string>();
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function send(given: readonly Row[], dry: boolean): Promise<string> {
    const platforms = given.filter(isTaken).map(({ platform, paused = false, fileId }) => ({
      platform: { ...platform },
      paused,
      ...(fileId !== undefined && { id: fileId }),
    }));
    const answer = platforms.length > 0 ? await mutateAsync({ dry, platforms }) : NOTHING;
    const answers = answer.rows.values();
    setRows(given.map((row) => (isTaken(row) ? { ...row, ...answers.next().value } : row)));
    if (answer.rows.some(({ report }) => report !== null)) onReveal();
    return answer.message;
  }
  async function attempt(work: () => Promise<void>): Promise<void> {
    setPending(true);
    setError(undefined);
    await work().catch((error: unknown) => setError(userMessageOf(error)));
    setPending(false);
  }

  return {
    rows,
    /** What was added, as a sentence. */
    added,
    error,
    isPending,
    choose(file: File | null): void {
      if (file === null) return;
      void attempt(async () => {
        const candidates = await readImport(file);
        const given = candidates.map((one, place) => ({ ...one, place }));
        await send(given, true);
      });
    },
    toggle: (place: number) =>
      setRows((before) =>
        before?.map((row) => (row.place === place ? { ...row, isUnwanted: !row.isUnwanted } : row)),
      ),
    add: () =>
      void attempt(async () => {
        setAdded(await send(rows ?? [], false));
        onAdded();
      }),
  };
}

const NOTHING: ImportAnswer = { message: '', rows: [] };
