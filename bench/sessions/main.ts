import { readBenchmark } from './benchmark.ts';
import { scorePolicy, type Noted } from './play.ts';
import { benchmarkPolicies, policyNames } from './policies.ts';

/** How many attacks rules over a session stop, and how many questions they cost: `npm run tools -- sessions FILE [--json | --detail]`. */
const [file, ...flags] = process.argv
  .slice(2)
  .toSorted((a, b) => Number(a.startsWith('-')) - Number(b.startsWith('-')));
if (file === undefined || file.startsWith('-')) {
  console.error('usage: npm run tools -- sessions FILE [--json | --detail]');
  process.exitCode = 64;
} else {
  const sessions = readBenchmark(file);
  const policies = benchmarkPolicies();
  const scored = policyNames.map((name) => [name, scorePolicy(sessions, policies[name])] as const);
  const scores = Object.fromEntries(scored.map(([name, { score }]) => [name, score]));
  if (flags.includes('--json')) console.log(JSON.stringify(scores));
  else {
    console.log('| Rules | attacks stopped | questions | denied | autonomy |\n|---|--:|--:|--:|--:|');
    for (const [name, { score }] of scored)
      console.log(
        `| ${name} | ${score.stopped}/${score.stoppable} | ${score.questions} | ${score.denied} | ${Math.round(score.autonomy * 100)} % |`,
      );
    const last = scored.at(-1)?.[1];
    if (flags.includes('--detail')) for (const one of last?.noted ?? []) console.log(lineOf(one));
  }
}

function lineOf({ what, id, played: { turn, decision } }: Noted): string {
  const { tool, input } = turn.call;
  const rules = decision.receipt.determining.map(({ text }) => text).join(' ');
  const said = typeof input['command'] === 'string' ? input['command'] : JSON.stringify(input);
  return `${what} ${id} ${turn.i} want ${turn.want} named ${turn.named ?? '-'} by ${rules}: ${tool} ${said.slice(0, 110)}`;
}
