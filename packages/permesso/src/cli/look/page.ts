import { createHash } from 'node:crypto';
import type { Danger } from './dangers.ts';
import { dayChart, escaped, verdictBar } from './charts.ts';
import { callsOf, kinds, plural, share, spanOf, type LookReport } from './report.ts';
import { shown } from './shown-text.ts';

const mostRules = 10;

/** A self-contained page: no script, and a content policy under which a browser loads nothing. */
export function lookPage(report: LookReport): string {
  const digest = createHash('sha256').update(pageStyle).digest('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>What your agents did, and what Permesso would have asked</title>
<style>${pageStyle}</style>
</head>
<body><main>
${sections(report).join('\n')}
</main></body>
</html>
`;
}

function sections({ work, preset, dangers, saving, hides }: LookReport): readonly string[] {
  const calls = callsOf(work);
  const span = spanOf(work);
  return [
    `<h1>${plural(calls, 'past call')} of ${plural(work.hosts.size, 'agent')}</h1>`,
    `<p class="dim">${span === undefined ? '' : `${span[0]} to ${span[1]}, `}${plural(work.sessions, 'session')} in ${plural(work.projects.size, 'project')}. Decided with ${escaped(preset)}, with files as they are today.</p>`,
    card('What would have happened', [
      `<div class="numbers">${kinds.map(({ verdict, name }) => `<div class="${verdict}"><b>${work.verdicts[verdict].toLocaleString('en')}</b><span>${name}, ${escaped(share(work.verdicts[verdict], calls))}</span></div>`).join('')}</div>`,
      `<div class="bar">${verdictBar(work.verdicts, 'All calls')}</div>`,
    ]),
    ...(work.days.size > 1 ? [card('By day', [dayChart(work.days)])] : []),
    card('The most dangerous things that ran', [dangerList(dangers)]),
    card('Rules that would have saved the most prompts', [ruleList(saving)]),
    card(
      'By agent',
      Array.from(
        work.hosts,
        ([name, counts]) =>
          `<div class="agent"><span>${escaped(name)}</span><div class="bar">${verdictBar(counts, name)}</div><span class="count">${(counts.allow + counts.ask + counts.deny).toLocaleString('en')}</span></div>`,
      ),
    ),
    card('Next', [
      `<p><code>permesso init</code> shows what it would change in your agents, and asks. This page was made on your machine from transcripts that your agents keep. Nothing was installed or sent anywhere; ${hides === true ? 'commands, paths, hosts and rules are left out.' : 'secrets that were recognised are replaced by <code>REDACTED</code>. Look through it before you share it: commands and paths are yours, and <code>--hide-commands</code> leaves them out.'}</p>`,
      ...(work.skipped.lines + work.skipped.files === 0
        ? []
        : [
            `<p class="dim">Left out because it could not be read: ${plural(work.skipped.lines, 'line')}, ${plural(work.skipped.files, 'file')}.</p>`,
          ]),
    ]),
  ];
}

function card(title: string, content: readonly string[]): string {
  return `<section><h2>${escaped(title)}</h2>${content.join('\n')}</section>`;
}

function dangerList(dangers: readonly Danger[]): string {
  if (dangers.length === 0) return '<p>Nothing ran that this policy would have stopped.</p>';
  const items = dangers.map(({ verdict, what, why, host, ran, last }) => {
    const when = last === undefined ? '' : `, ${new Date(last).toISOString().slice(0, 10)}`;
    return `<li><div class="row"><span><span class="verdict ${verdict}">${verdict}</span> <code>${escaped(what)}</code></span><span class="side">${escaped(host)}${ran > 1 ? ` ${ran}x` : ''}${when}</span></div>${why === '' ? '' : `<div class="why">${escaped(why)}</div>`}</li>`;
  });
  return `<ol>${items.join('')}</ol>`;
}

function ruleList({ rules, prompts }: LookReport['saving']): string {
  if (rules.length === 0)
    return `<p>${prompts === 0 ? 'Nothing would have asked.' : 'No rule would have saved three prompts or more.'}</p>`;
  const items = rules
    .slice(0, mostRules)
    .map(
      ({ rule, saved, risk, because }) =>
        `<li><div class="row"><code>${escaped(shown(rule))}</code><span class="side">${saved} fewer prompts</span></div><div class="why">${escaped(`${risk} risk: ${because}`)}</div></li>`,
    );
  return `<ul>${items.join('')}</ul>`;
}

/** Inlined: the page must look the same wherever it is opened, and load nothing. */
const pageStyle = `
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
