import { inspect } from '../harness.ts';
import type { Seen } from './seen.ts';

export interface Checked {
  readonly events: number;
  readonly acknowledged: number;
  readonly questions: number;
  readonly answered: number;
  readonly usedOnce: number;
  /** Questions whose time was over while somebody still wanted something of them. */
  readonly overdue: number;
  /** Each a sentence; none when nothing was lost and nothing happened twice. */
  readonly wrong: readonly string[];
}

/** Holds what the clients saw against what the database says. */
export async function check(url: string, seen: Seen): Promise<Checked> {
  const stored = await inspect<Stored>(
    url,
    `select agent, count(*)::int as count, count(distinct seq)::int as distinct, max(seq)::int as most,
      coalesce((select sum(last_seq - first_seq + 1) from batches b where b.agent = events.agent), 0)::int as vouched
     from events group by agent`,
  );
  const questions = await inspect<Question>(
    url,
    `select a.id, a.state, count(v.*) filter (where v.counted and v.verdict = 'allow')::int as yes,
      count(v.*) filter (where v.counted and v.verdict = 'deny')::int as no,
      coalesce(bool_or(v.counted and v.at >= a.expires_at), false) as "answeredLate",
      coalesce(a.consumed_at > a.use_before + interval '10 milliseconds', false) as "usedLate"
     from approvals a left join votes v on v.organisation = a.organisation and v.approval = a.id
     group by a.organisation, a.id`,
  );
  const findings = await inspect(url, 'select what, first_seq from findings');
  return {
    events: stored.reduce((sum, { count }) => sum + count, 0),
    acknowledged: [...seen.acknowledged.values()].reduce((sum, seq) => sum + seq, 0),
    questions: questions.length,
    answered: questions.filter(({ yes, no }) => yes + no > 0).length,
    usedOnce: [...seen.used.values()].filter(({ size }) => size === 1).length,
    overdue: seen.overdue.size,
    wrong: [
      ...seen.wrong,
      ...aboutEvents(stored, seen),
      ...questions.flatMap(aboutAnswers),
      ...aboutUses(questions, seen),
      ...aboutTime(questions, seen),
      ...(findings.length === 0 ? [] : [`${findings.length} findings about chains that were sent whole`]),
    ],
  };
}

interface Stored {
  readonly agent: string;
  readonly count: number;
  readonly distinct: number;
  readonly most: number;
  /** Events that are in a batch, for which the log of the organisation vouches. */
  readonly vouched: number;
}

interface Question {
  readonly id: string;
  readonly state: string;
  readonly yes: number;
  readonly no: number;
  readonly answeredLate: boolean;
  readonly usedLate: boolean;
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
    ...stored
      .filter(({ vouched, distinct }) => vouched !== distinct)
      .map(({ agent, vouched, distinct }) => `${agent}: ${distinct} entries, and batches of ${vouched}`),
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
      .filter(([, users]) => users.size > 1)
      .map(([id, users]) => `question ${id} was used ${users.size} times`),
    ...[...used.keys()]
      .filter((id) => states.get(id) !== 'consumed')
      .map((id) => `question ${id} was used and is ${states.get(id)}`),
    ...[...counted]
      .filter(([, told]) => told.length > 1)
      .map(([id, told]) => `question ${id} was settled ${told.length} times`),
  ];
}

/** By the clock of the database, which is the only one that all of them share. */
function aboutTime(questions: readonly Question[], { overdue, used, counted }: Seen): readonly string[] {
  const never = { pending: ['approved', 'denied', 'consumed'], approved: ['consumed'] };
  return questions.flatMap(({ id, state, answeredLate, usedLate }) => {
    const over = overdue.get(id);
    return [
      ...(answeredLate ? [`question ${id} was answered after its time`] : []),
      ...(usedLate ? [`question ${id} was used after its time`] : []),
      ...(over !== undefined && never[over].includes(state)
        ? [`question ${id} was over while ${over} and is ${state}`]
        : []),
      ...(over !== undefined && used.has(id) ? [`question ${id} was over while ${over} and was used`] : []),
      ...(over === 'pending' && counted.has(id) ? [`question ${id} was over and an answer counted`] : []),
    ];
  });
}
