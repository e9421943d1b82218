-- Why a commit would wait for ever: none of the standbys that it has to wait for is there. As the owner, who may see
-- more of the other connections than the roles of the server.
create function permesso.replication_problem() returns text
language sql stable security definer set search_path = pg_catalog
as $$
  select case
    when current_setting('synchronous_standby_names') = '' then null
    -- Without the right to look, a standby that is connected counts as one that answers.
    when not exists (
      select from pg_stat_replication where state is null or (state = 'streaming' and sync_state in ('sync', 'quorum'))
    ) then 'no synchronous standby is connected'
    when exists (
      select from pg_stat_activity
      where datname = current_database() and wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '5 seconds'
    ) then 'no synchronous standby answers'
  end
$$;

revoke execute on function permesso.replication_problem() from public;
grant execute on function permesso.replication_problem() to permesso_system;
