import { inspect, type Team } from '../harness.ts';
import { makeLines } from '../lines.ts';

export interface FillOptions {
  readonly team: Team;
  readonly agents: readonly string[];
  /** How long rows are added. */
  readonly seconds: number;
}

const perStep = 100_000;

/** Entries of the last 30 days, made by the database itself, and their counts. Says how many. */
export async function fillEntries(url: string, { team, agents, seconds }: FillOptions): Promise<number> {
  await inspect(
    url,
    'select permesso.add_events_partition(current_date - day) from generate_series(0, 30) as day',
  );
  const line = makeLines(1).lines[0]?.trimEnd() ?? '';
  const end = performance.now() + seconds * 1000;
  let filled = 0;
  while (performance.now() < end) {
    await inspect(
      url,
      `insert into events (organisation, agent, seq, received_at, at, type, verdict, tool, session, line)
       select $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], n, now() - random() * interval '29 days', now(), 'decision',
         (array['allow', 'allow', 'allow', 'ask', 'deny'])[1 + n % 5], (array['Bash', 'Read', 'Edit'])[1 + n % 3], 's',
         $5
       from generate_series($3::bigint, $4::bigint) as n`,
      [team.organisation, agents, filled + 1, filled + perStep, line],
    );
    filled += perStep;
  }
  const halves = Array.from({ length: 48 }, (_, at) => `sum(n) filter (where half = ${at + 1})::integer`);
  const counts = (columns: string): string =>
    `select organisation, day, ${columns}, sum(n), array[${halves.join(', ')}] from (
       select organisation, received_at::date as day, 1 + floor(extract(epoch from received_at) / 1800)::bigint % 48 as half,
         ${columns}, count(*) as n
       from (select *, hashtext(agent::text) & 15 as shard, $1::uuid as project, '' as rule from events) e
       group by 1, 2, 3, ${columns}) e
     group by 1, 2, ${columns}`;
  await inspect(url, `insert into entry_counts ${counts('shard, project, type, verdict, tool, rule')}`, [
    team.project,
  ]);
  await inspect(url, `insert into agent_counts ${counts('agent, verdict, tool')}`, [team.project]);
  await inspect(url, 'analyze events, entry_counts, agent_counts');
  return filled;
}
