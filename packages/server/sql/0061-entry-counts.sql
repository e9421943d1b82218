-- How many entries were received in each half hour, kept in the transaction that stores them: no page counts entries.
-- Many transactions count for the same half hour. Each connection adds to a shard, so that they do not wait for each other.
create table entry_counts (
  organisation uuid not null references organisations,
  period timestamptz not null,
  shard smallint not null,
  project uuid not null,
  type text not null,
  -- Empty where an entry has none.
  verdict text not null,
  tool text not null,
  -- The first of the rules that made the verdict; empty for entries from before this table.
  rule text not null,
  count bigint not null check (count > 0),
  primary key (organisation, period, shard, project, type, verdict, tool, rule)
) with (fillfactor = 70);

-- Calls of each agent. Its head is locked while its entries are stored, so nobody else adds to its rows.
create table agent_counts (
  organisation uuid not null,
  period timestamptz not null,
  agent uuid not null,
  verdict text not null,
  tool text not null,
  count bigint not null check (count > 0),
  primary key (organisation, period, agent, verdict, tool),
  foreign key (organisation, agent) references agents
) with (fillfactor = 70);

create index agent_counts_of_agent on agent_counts (organisation, agent, period);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['entry_counts', 'agent_counts'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('create policy own on %I to permesso_tenant, permesso_ingest
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
    execute format('create policy any_one on %I to permesso_system using (true)', each_table);
    execute format('grant select on %I to permesso_tenant', each_table);
    execute format('grant select, insert, update (count) on %I to permesso_ingest', each_table);
    execute format('grant select (period), delete on %I to permesso_system', each_table);
  end loop;
end
$$;

-- The owner sees the rows of no organisation while row-level security is forced.
alter table events no force row level security;
alter table agents no force row level security;
insert into entry_counts (organisation, period, shard, project, type, verdict, tool, rule, count)
select e.organisation, to_timestamp(floor(extract(epoch from e.received_at) / 1800) * 1800), 0, g.project, e.type,
  coalesce(e.verdict, ''), coalesce(e.tool, ''), '', count(*)
from events e join agents g on g.organisation = e.organisation and g.id = e.agent
group by 1, 2, 4, 5, 6, 7;
insert into agent_counts (organisation, period, agent, verdict, tool, count)
select organisation, to_timestamp(floor(extract(epoch from received_at) / 1800) * 1800), agent,
  coalesce(verdict, ''), coalesce(tool, ''), count(*)
from events where type = 'decision'
group by 1, 2, 3, 4, 5;
alter table events force row level security;
alter table agents force row level security;
alter table entry_counts force row level security;
alter table agent_counts force row level security;
