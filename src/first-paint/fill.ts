import { ageWithoutProof } from '../link/age.ts';
import { activityTime } from '../ui/activity-list/activity-time.ts';
import { ageText } from '../ui/age/age-text.ts';
import { TROUBLE_WORDS } from '../ui/reading-note/reading-state.ts';
import type { KnownPart, KnownParts, KnownRow, Slots } from './last-known.ts';

/** Attributes that hold slots; texts may anywhere. */
const FILLED = ['datetime', 'aria-label', 'data-row'];
const SLOT = /\{(?<name>\w+)\}/g;

/**
 * Puts last-known texts into the page in the place of what waits for them, by the templates that were drawn of
 * the same parts at build time. A part that is not known, or does not fit its template, stays as it is.
 *
 * @param now server time, epoch milliseconds
 * @returns the parts that the page shows now
 */
export function fill(page: ParentNode, parts: KnownParts, now: number): string[] {
  return Object.entries(parts)
    .filter(([name, part]) => show(page, name, part, now))
    .map(([name]) => name);
}

/** @returns whether all that the part says has found its place */
function show(page: ParentNode, name: string, part: KnownPart, now: number): boolean {
  const age = ageWithoutProof(part.at, part.everyMs, now);
  const template = templateOf(page, name, part, age);
  const places = [...page.querySelectorAll(`[data-read="${CSS.escape(name)}"]`)];
  if (template === null || places.length === 0) return false;
  try {
    const made = places.map((place) => [place, filled(template, part, age, now)] as const);
    for (const [place, next] of made) place.replaceWith(next);
    return true;
  } catch {
    return false;
  }
}

function templateOf(page: ParentNode, name: string, part: KnownPart, age: string) {
  const ofAge = `:is([data-age="${age}"], :not([data-age]))`;
  const ofLength = `:is([data-empty="${part.rows?.length === 0}"], :not([data-empty]))`;
  const named = `template[data-of="${CSS.escape(name)}"]`;
  return page.querySelector<HTMLTemplateElement>(named + ofAge + ofLength);
}

function filled(
  template: HTMLTemplateElement,
  part: KnownPart,
  age: 'stale' | 'unknown',
  now: number,
): DocumentFragment {
  const made = template.content.cloneNode(true) as DocumentFragment;
  const { rows: selector, kinds = '' } = template.dataset;
  const drawn = selector === undefined ? [] : [...made.querySelectorAll(selector)];
  const list = drawn[0]?.parentElement;
  list?.replaceChildren();
  fillSlots(made, {
    ...part.slots,
    at: new Date(part.at).toISOString(),
    age: ageText(part.at, now),
    note: TROUBLE_WORDS[age],
  });
  for (const row of part.rows ?? []) list?.append(filledRow(drawn, kinds.split(' '), row, now));
  return made;
}

/** A kind of row that the templates do not know looks like the last of them. */
function filledRow(drawn: Element[], kinds: string[], { kind, slots }: KnownRow, now: number) {
  const row = document.createDocumentFragment();
  const like = drawn[kinds.indexOf(kind)] ?? drawn.at(-1);
  if (like !== undefined) row.append(like.cloneNode(true));
  fillSlots(row, { ...slots, when: activityTime(slots.createdAt ?? '', now) });
  return row;
}

/** @throws when there is a slot for which nothing is kept: another version of the console may have kept it */
function fillSlots(part: DocumentFragment, slots: Slots): void {
  const put = (text: string) => text.replace(SLOT, (_slot, name) => textOf(slots, name));
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.data.includes('{')) text.data = put(text.data);
  }
  for (const name of FILLED)
    for (const element of part.querySelectorAll(`[${name}*="{"]`))
      element.setAttribute(name, put(element.getAttribute(name) ?? ''));
}

function textOf(slots: Slots, name: string): string {
  const text = slots[name];
  if (text === undefined) throw new TypeError(`Nothing is kept for ${name}`);
  return text;
}
