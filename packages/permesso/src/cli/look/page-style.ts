/** The style of the page, in the page itself: it must look the same wherever it is opened, and load nothing. */
export const pageStyle = `
:root { color-scheme: light dark; --paper: light-dark(#fbfaf7, #16181a); --card: light-dark(#fff, #1e2124); --ink: light-dark(#1c2321, #e7ebe9);
  --dim: light-dark(#57605d, #a4aeab); --line: light-dark(#d9dcd8, #363b3f); --allow: light-dark(#2f8f68, #4fae86);
  --ask: light-dark(#d59a1d, #f0c066); --deny: light-dark(#b3363a, #ff8a86); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 40px 20px 60px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 17px; margin: 0 0 12px; }
p { margin: 0 0 12px; }
.dim { color: var(--dim); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin-top: 20px; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--dim); font: 12px system-ui, sans-serif; }
.bar svg { height: 14px; border-radius: 4px; }
.allow { fill: var(--allow); } .ask { fill: var(--ask); } .deny { fill: var(--deny); }
.numbers { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; margin: 0 0 16px; }
.numbers div { border-left: 4px solid; padding-left: 12px; }
.numbers .allow { border-color: var(--allow); } .numbers .ask { border-color: var(--ask); } .numbers .deny { border-color: var(--deny); }
.numbers b { display: block; font-size: 26px; line-height: 1.15; font-variant-numeric: tabular-nums; }
.numbers span { color: var(--dim); font-size: 14px; }
ol, ul { list-style: none; margin: 0; padding: 0; }
li { padding: 10px 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; padding-top: 0; }
code { font: 14px/1.45 ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.row { display: flex; gap: 12px; justify-content: space-between; align-items: baseline; }
.row .side { color: var(--dim); font-size: 14px; white-space: nowrap; }
.why { color: var(--dim); font-size: 14px; }
.verdict { display: inline-block; min-width: 44px; font-size: 12px; font-weight: 600; text-transform: uppercase; letter-spacing: 0.04em; }
.verdict.ask { color: light-dark(#845300, #f0c066); } .verdict.deny { color: light-dark(#a3262a, #ff9b98); }
.agent { display: grid; grid-template-columns: 150px 1fr 90px; gap: 12px; align-items: center; padding: 6px 0; }
.agent .count { text-align: right; font-variant-numeric: tabular-nums; color: var(--dim); }
@media (max-width: 560px) { .agent { grid-template-columns: 1fr 90px; } .agent .bar { grid-column: 1 / -1; grid-row: 2; } .numbers b { font-size: 20px; } }
`;
