import { LINES_TYPE } from '../../../contract/paths.ts';
import type { OnLine } from '../api.ts';

/**
 * Reads an answer in lines of JSON, or any other as a whole.
 *
 * @param onLine gets each line but the last, as it comes
 * @returns the last one, which is the answer
 */
export async function readLines(response: Response, onLine: OnLine): Promise<string> {
  if (response.headers.get('content-type') !== LINES_TYPE) return response.text();
  const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = (await parts?.read()) ?? { done: true };
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line));
    if (done) return rest;
  }
}
