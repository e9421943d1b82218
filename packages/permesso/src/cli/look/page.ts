import { createHash } from 'node:crypto';
import type { Danger } from './dangers.ts';
import { dayChart, escaped, verdictBar } from './charts.ts';
import { pageStyle } from './page-style.ts';
import { callsOf, kinds, plural, share, spanOf, type LookReport } from './report.ts';
import { shown } from './shown-text.ts';

const mostRules = 10;

/** One file with everything in it: no script, and a policy under which a browser loads nothing from anywhere. */
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
