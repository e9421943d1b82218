-- What was committed since: everything below the oldest transaction that still runs is settled for good.
select
  pg_snapshot_xmin(pg_current_snapshot())::text as cursor,
  coalesce((
    select json_agg(json_build_object('id', a.id, 'project', a.project, 'state', a.state) order by a.changed)
    from (
      select *
      from approvals
      where changed >= $1::xid8 and changed < pg_snapshot_xmin(pg_current_snapshot())
      order by changed
      limit 500
    ) a
  ), '[]') as changes
