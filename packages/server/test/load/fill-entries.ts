import { inspect, type Team } from '../harness.ts';

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
  const end = performance.now() + seconds * 1000;
  let filled = 0;
  while (performance.now() < end) {
    await inspect(
      url,
      `insert into events (organisation, agent, seq, received_at, at, type, verdict, tool, session, line)
       select $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], n, now() - random() * interval '29 days', now(), 'decision',
         (array['allow', 'allow', 'allow', 'ask', 'deny'])[1 + n % 5], (array['Bash', 'Read', 'Edit'])[1 + n % 3], 's',
         repeat(md5(n::text), 15)
       from generate_series($3::bigint, $4::bigint) as n`,
      [team.organisation, agents, filled + 1, filled + perStep],
    );
    filled += perStep;
  }
  const period = 'to_timestamp(floor(extract(epoch from received_at) / 1800) * 1800)';
  await inspect(
    url,
    `insert into entry_counts (organisation, period, shard, project, type, verdict, tool, rule, count)
     select organisation, ${period}, hashtext(agent::text) & 15, $1, type, verdict, tool, '', count(*) from events group by 1, 2, 3, 5, 6, 7`,
    [team.project],
  );
  await inspect(
    url,
    `insert into agent_counts (organisation, period, agent, verdict, tool, count)
     select organisation, ${period}, agent, verdict, tool, count(*) from events group by 1, 2, 3, 4, 5`,
  );
  await inspect(url, 'analyze events, entry_counts, agent_counts');
  return filled;
}
