import { inspect } from './harness.ts';

/**
 * Where counts of entries are not what counting gives; none when all is right. One statement each, so that it may be asked
 * while agents send.
 */
export async function countDifferences(url: string): Promise<readonly string[]> {
  const found = await Promise.all([
    inspect<Difference>(url, whole),
    inspect<Difference>(url, ofAgents),
    inspect<Difference>(url, sums),
  ]);
  return found.flat().map(({ what, entries, counted }) => `${what}: ${entries} entries, counted ${counted}`);
}

interface Difference {
  readonly what: string;
  readonly entries: string;
  readonly counted: string;
}

const halfHour =
  "(e.received_at at time zone 'UTC')::date as day, 1 + floor(extract(epoch from e.received_at) / 1800)::bigint % 48 as half";

/** Rows of counts by half hour; one that is not a sum of its half hours has what is left over at half hour 0. */
const halves = `
  cross join lateral (
    select half, half_hours[half]::bigint as counted from generate_subscripts(half_hours, 1) as half
    where half_hours[half] <> 0
    union all
    select 0, count - each.sum from (select coalesce(sum(each), 0) as sum from unnest(half_hours) as each) each
    where count <> each.sum
  ) of_half`;

const whole = `
  select concat_ws(' ', day, half, project, type, verdict, tool) as what,
    coalesce(e.count, 0)::text as entries, coalesce(c.count, 0)::text as counted
  from (
    select e.organisation, ${halfHour}, g.project, e.type, coalesce(e.verdict, '') as verdict,
      coalesce(e.tool, '') as tool, count(*) as count
    from events e join agents g on g.organisation = e.organisation and g.id = e.agent
    group by 1, 2, 3, 4, 5, 6, 7
  ) e
  full join (
    select organisation, day, half, project, type, verdict, tool, sum(counted) as count
    from entry_counts ${halves} group by 1, 2, 3, 4, 5, 6, 7
  ) c using (organisation, day, half, project, type, verdict, tool)
  where e.count is distinct from c.count`;

const ofAgents = `
  select concat_ws(' ', day, half, agent, verdict, tool) as what,
    coalesce(e.count, 0)::text as entries, coalesce(c.counted, 0)::text as counted
  from (
    select e.organisation, ${halfHour}, e.agent, coalesce(e.verdict, '') as verdict,
      coalesce(e.tool, '') as tool, count(*) as count
    from events e where e.type = 'decision'
    group by 1, 2, 3, 4, 5, 6
  ) e
  full join (select * from agent_counts ${halves}) c using (organisation, day, half, agent, verdict, tool)
  where e.count is distinct from c.counted`;

/** Of days that were summed: what was counted, and by how much the sums of a month grow with the day. */
const sums = `
  select concat_ws(' ', 'summed', day, agent, verdict, tool) as what,
    coalesce(c.count, 0)::text as entries, coalesce(m.count, 0)::text as counted
  from (
    select c.* from agent_counts c join summed_days s using (organisation) where c.day between s.since and s.until
  ) c
  full join (
    select m.organisation, month + n - 1 as day, agent, verdict, tool, sums[n] - coalesce(sums[n - 1], 0) as count
    from agent_months m join summed_days s using (organisation) cross join lateral generate_subscripts(sums, 1) as n
    where month + n - 1 between s.since and s.until and sums[n] <> coalesce(sums[n - 1], 0)
  ) m using (organisation, day, agent, verdict, tool)
  where c.count is distinct from m.count`;
