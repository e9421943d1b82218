import { inspect } from './harness.ts';

/**
 * Where counts of entries are not what counting gives; none when all is right. One statement each, so that it may be asked
 * while agents send.
 */
export async function countDifferences(url: string): Promise<readonly string[]> {
  const found = await Promise.all([inspect<Difference>(url, whole), inspect<Difference>(url, ofAgents)]);
  return found.flat().map(({ what, entries, counted }) => `${what}: ${entries} entries, counted ${counted}`);
}

interface Difference {
  readonly what: string;
  readonly entries: string;
  readonly counted: string;
}

const period = 'to_timestamp(floor(extract(epoch from e.received_at) / 1800) * 1800)';

const whole = `
  select concat_ws(' ', period, project, type, verdict, tool) as what,
    coalesce(e.count, 0)::text as entries, coalesce(c.count, 0)::text as counted
  from (
    select e.organisation, ${period} as period, g.project, e.type, coalesce(e.verdict, '') as verdict,
      coalesce(e.tool, '') as tool, count(*) as count
    from events e join agents g on g.organisation = e.organisation and g.id = e.agent
    group by 1, 2, 3, 4, 5, 6
  ) e
  full join (
    select organisation, period, project, type, verdict, tool, sum(count) as count from entry_counts group by 1, 2, 3, 4, 5, 6
  ) c using (organisation, period, project, type, verdict, tool)
  where e.count is distinct from c.count`;

const ofAgents = `
  select concat_ws(' ', period, agent, verdict, tool) as what,
    coalesce(e.count, 0)::text as entries, coalesce(c.count, 0)::text as counted
  from (
    select e.organisation, ${period} as period, e.agent, coalesce(e.verdict, '') as verdict,
      coalesce(e.tool, '') as tool, count(*) as count
    from events e where e.type = 'decision'
    group by 1, 2, 3, 4, 5
  ) e
  full join agent_counts c using (organisation, period, agent, verdict, tool)
  where e.count is distinct from c.count`;
