insert into roles (organisation, person, role, project, source, group_name, ends_at)
values (permesso.organisation(), :person, :role, :project, 'temporary', :reason, now() + make_interval(mins => :minutes))
on conflict (organisation, person, role, project, source, group_name) do update set ends_at = excluded.ends_at
returning ends_at as "endsAt"
