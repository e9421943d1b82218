-- Older servers would add to tables that are gone.
select permesso.refuse_servers_before(125);

-- Counts were rows of half hours: nearly as many as entries where agents write little, so that a month took as long to read as its
-- entries. Now a row is a day and holds its half hours: pages add up days, and look inside those at the edges of a span only.
-- `half_hours[19]` is 09:00 to 09:30 UTC. Arrays begin where the day's first entry came; null is none.

create function permesso.add_half_hours(a integer[], b integer[]) returns integer[] language sql immutable as $$
  select array_agg(least(coalesce(a[at], 0)::bigint + coalesce(b[at], 0), 2147483647)::integer order by at)
  from generate_series(1, 48) as at
$$;
create aggregate permesso.sum_half_hours(integer[]) (sfunc = permesso.add_half_hours, stype = integer[], initcond = '{}');

alter table entry_counts no force row level security;
alter table agent_counts no force row level security;
alter table entry_counts rename to old_entry_counts;
alter table old_entry_counts drop constraint entry_counts_pkey, drop constraint entry_counts_organisation_fkey,
  drop constraint entry_counts_count_check;
alter table agent_counts rename to old_agent_counts;
alter table old_agent_counts drop constraint agent_counts_pkey, drop constraint agent_counts_organisation_agent_fkey,
  drop constraint agent_counts_count_check;

-- Many transactions count for the same day. Each connection adds to a shard, so that they do not wait for each other; shards of
-- days that are over are joined.
create table entry_counts (
  organisation uuid not null references organisations,
  day date not null,
  shard smallint not null,
  project uuid not null,
  type text not null,
  -- Empty where an entry has none.
  verdict text not null,
  tool text not null,
  -- The first of the rules that made the verdict.
  rule text not null,
  count bigint not null check (count > 0),
  half_hours integer[] not null,
  primary key (organisation, day, shard, project, type, verdict, tool, rule)
) with (fillfactor = 50);

create index entry_counts_apart on entry_counts (day) where shard > 0;

-- Calls of each agent. Its head is locked while its entries are stored, so nobody else adds to its rows.
create table agent_counts (
  organisation uuid not null,
  day date not null,
  agent uuid not null,
  verdict text not null,
  tool text not null,
  count bigint not null check (count > 0),
  half_hours integer[] not null,
  primary key (organisation, day, agent, verdict, tool),
  foreign key (organisation, agent) references agents
) with (fillfactor = 50);

do $$
declare
  each_table text;
  columns text;
  half_hours text := (
    select string_agg(format('nullif(least(coalesce(sum(count) filter (where half_hour = %s), 0), 2147483647), 0)::integer', at), ', ' order by at)
    from generate_series(1, 48) as at
  );
begin
  foreach each_table in array array['entry_counts', 'agent_counts'] loop
    columns := case each_table when 'entry_counts' then '0, project, type, verdict, tool, rule' else 'agent, verdict, tool' end;
    execute format('insert into %1$I select organisation, day, %2$s, sum(count), array[%3$s] from (
      select *, (period at time zone ''UTC'')::date as day, 1 + extract(epoch from period)::bigint / 1800 %% 48 as half_hour
      from %4$I) old group by organisation, day, %5$s',
      each_table, columns, half_hours, 'old_' || each_table, replace(columns, '0, ', ''));
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    -- In a selection of its own it is found out once, not for each of the many rows that a page adds up.
    execute format('create policy own on %I to permesso_tenant, permesso_ingest
      using (organisation = (select permesso.organisation())) with check (organisation = (select permesso.organisation()))', each_table);
    execute format('create policy any_one on %I to permesso_system using (true)', each_table);
    execute format('grant select on %I to permesso_tenant', each_table);
    execute format('grant select, insert, update (count, half_hours) on %I to permesso_ingest', each_table);
    execute format('grant select (organisation, day), delete on %I to permesso_system', each_table);
    execute format('drop table %I', 'old_' || each_table);
  end loop;
end
$$;

-- Joins shards.
grant delete on entry_counts to permesso_ingest;
grant select (shard) on entry_counts to permesso_system;
