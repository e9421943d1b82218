-- Changes visible now and not at the last poll, each once: a long transaction elsewhere neither hides nor repeats any.
select
  pg_current_snapshot()::text as cursor,
  coalesce((
    select json_agg(json_build_object('id', a.id, 'project', a.project, 'state', a.state) order by a.changed)
    from (
      select *
      from approvals
      where changed >= pg_snapshot_xmin(:since::pg_snapshot) and not pg_visible_in_snapshot(changed, :since::pg_snapshot)
      order by changed
      limit 500
    ) a
  ), '[]') as changes
