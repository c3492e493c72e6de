import type { OnLine } from '../api.ts';

/** Reads an answer in lines of JSON. @param onLine gets each but the last, as it comes. @returns the last one, which is the answer */
export async function readLines({ body }: Response, onLine: OnLine): Promise<string> {
  const parts = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = (await parts?.read()) ?? { done: true };
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line));
    if (done) return rest;
  }
}
