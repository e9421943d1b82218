import { inspect } from '../harness.ts';
import type { Seen } from './clients.ts';

export interface Checked {
  readonly events: number;
  readonly acknowledged: number;
  readonly questions: number;
  readonly usedOnce: number;
  /** Each a sentence; none when nothing was lost and nothing happened twice. */
  readonly wrong: readonly string[];
}

/** Holds what the clients saw against what the database says. */
export async function check(url: string, seen: Seen): Promise<Checked> {
  const stored = await inspect<Stored>(
    url,
    'select agent, count(*)::int as count, count(distinct seq)::int as distinct, max(seq)::int as most from events group by agent',
  );
  const questions = await inspect<Question>(
    url,
    `select a.id, a.state, count(v.*) filter (where v.counted and v.verdict = 'allow')::int as yes,
      count(v.*) filter (where v.counted and v.verdict = 'deny')::int as no
     from approvals a left join votes v on v.organisation = a.organisation and v.approval = a.id group by a.id, a.state`,
  );
  const findings = await inspect(url, 'select what, first_seq from findings');
  return {
    events: stored.reduce((sum, { count }) => sum + count, 0),
    acknowledged: [...seen.acknowledged.values()].reduce((sum, seq) => sum + seq, 0),
    questions: questions.length,
    usedOnce: [...seen.used.values()].filter((times) => times === 1).length,
    wrong: [
      ...aboutEvents(stored, seen),
      ...questions.flatMap(aboutAnswers),
      ...aboutUses(questions, seen),
      ...(findings.length === 0 ? [] : [`${findings.length} findings about chains that were sent whole`]),
    ],
  };
}

interface Stored {
  readonly agent: string;
  readonly count: number;
  readonly distinct: number;
  readonly most: number;
}

interface Question {
  readonly id: string;
  readonly state: string;
  readonly yes: number;
  readonly no: number;
}

function aboutEvents(stored: readonly Stored[], { acknowledged }: Seen): readonly string[] {
  const most = new Map(stored.map((row) => [row.agent, row.most]));
  const odd = stored.filter(({ count, distinct, most: last }) => count !== distinct || distinct !== last);
  const lost = [...acknowledged].filter(([agent, seq]) => (most.get(agent) ?? 0) < seq);
  return [
    ...odd.map(
      ({ agent, count, distinct, most: last }) =>
        `${agent}: ${count} rows, ${distinct} entries, up to ${last}`,
    ),
    ...lost.map(([agent, seq]) => `${agent}: ${seq} was acknowledged and is not there`),
  ];
}

function aboutAnswers({ id, state, yes, no }: Question): readonly string[] {
  const needs = { approved: yes > 0, consumed: yes > 0, denied: no > 0 }[state] ?? true;
  return [
    ...(yes > 0 && no > 0 ? [`question ${id} was answered both ways`] : []),
    ...(needs ? [] : [`question ${id} is ${state} and nobody said so`]),
  ];
}

function aboutUses(questions: readonly Question[], { asked, used, counted }: Seen): readonly string[] {
  const states = new Map(questions.map(({ id, state }) => [id, state]));
  return [
    ...[...asked].filter((id) => !states.has(id)).map((id) => `question ${id} was accepted and is not there`),
    ...[...used]
      .filter(([, times]) => times > 1)
      .map(([id, times]) => `question ${id} was used ${times} times`),
    ...[...used.keys()]
      .filter((id) => states.get(id) !== 'consumed')
      .map((id) => `question ${id} was used and is ${states.get(id)}`),
    ...[...counted]
      .filter(([, told]) => told.length > 1)
      .map(([id, told]) => `question ${id} was settled ${told.length} times`),
  ];
}
