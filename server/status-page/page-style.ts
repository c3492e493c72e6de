import { Markup, policyFor } from '../http/markup.ts';

/** Of the public status page, which has nothing of the console's. */
const CSS = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif;
--text: light-dark(#0d1a2c, #e9eff8); --dimmed: light-dark(#56667d, #b3c0d3); --edge: light-dark(#dce5ee, #213149);
--up: light-dark(#08694a, #45d19a); --slow: light-dark(#7d4e00, #f4bd4f); --down: light-dark(#a92c1b, #ff8b7a);
--planned: light-dark(#1b56a8, #7dbcff); --not: light-dark(#56667d, #b3c0d3);
background: light-dark(#f2f5f9, #0a111d); color: var(--text); }
body { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; } h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; } h3, h4 { margin: 0; font-size: 1rem; } .group { margin: 1rem 0 .5rem; }
p { margin: .125rem 0; color: var(--dimmed); } a { color: light-dark(#0a6b80, #36cfe0); margin-left: .75rem; }
.verdict { margin: .5rem 0; font-size: 1.375rem; font-weight: 600; }
.away { padding: .5rem .75rem; border: 2px solid var(--slow); border-radius: .5rem; } .away b { color: var(--text); }
ul { margin: 0; padding: 0; list-style: none; }
section > ul > li { margin-bottom: .5rem; padding: .75rem 1rem; border: 1px solid var(--edge); border-radius: .5rem; background: light-dark(#fff, #101a2a); }
svg { display: block; width: 100%; height: 1.875rem; margin-top: .5rem; }
path { fill: none; stroke: var(--bar); stroke-width: 6.5; }
.ends { display: flex; justify-content: space-between; gap: .5rem; font-size: .8125rem; text-align: center; }
.ends :not(:nth-child(2)) { flex: none; }
.up { color: var(--up); --bar: light-dark(#27b57e, #0e8158); } .slow { color: var(--slow); --bar: light-dark(#d99a22, #f4bd4f); }
.down { color: var(--down); --bar: light-dark(#c8392c, #ff8b7a); } .planned { color: var(--planned); --bar: var(--planned); }
.not-measured { color: var(--not); --bar: light-dark(#dce5ee, #2b3c58); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .8125rem; }
i { display: inline-block; width: .4em; height: 1em; vertical-align: -.125em; background: var(--bar); forced-color-adjust: none; }
summary { padding: .25rem 0; cursor: pointer; font-size: .8125rem; color: var(--dimmed); } details ul { font-size: .8125rem; color: var(--dimmed); }
.update { margin-top: .5rem; padding-left: .75rem; border-left: 3px solid var(--edge); white-space: pre-line; } .update b { color: var(--text); }
footer { margin-top: 2rem; }
@media (forced-colors: active) { path, i { forced-color-adjust: none; } }
`;

export const STYLE = new Markup(CSS);

export const PAGE_POLICY = policyFor(CSS);
