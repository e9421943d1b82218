select
  p.id,
  p.issuer,
  p.email,
  p.name,
  p.kind,
  p.disabled_at as "disabledAt",
  coalesce((
    select json_agg(json_build_object('role', r.role, 'project', r.project) order by r.role)
    from roles r
    where r.organisation = p.organisation and r.person = p.id and r.source = 'hand'
      and (:projects::uuid[] is null or r.project = any(:projects))
  ), '[]') as roles,
  coalesce((
    select json_agg(json_build_object('role', r.role, 'project', r.project, 'source', r.source, 'group', r.group_name)
      order by r.role, r.group_name)
    from roles r
    where r.organisation = p.organisation and r.person = p.id and r.source <> 'hand'
      and (:projects::uuid[] is null or r.project = any(:projects))
  ), '[]') as "groupRoles"
from people p
where (:after::uuid is null or p.id > :after)
  and (:find::text is null or position(lower(:find::text) in lower(concat_ws(' ', p.email, p.name))) > 0)
  and (:group::text is null or exists (
    select from roles r
    where r.organisation = p.organisation and r.person = p.id and r.group_name = :group::text
      and (:projects::uuid[] is null or r.project = any(:projects))
  ))
  and case :which::text
    when 'disabled' then p.disabled_at is not null
    when 'no-role' then p.disabled_at is null
      and not exists (select from roles r where r.organisation = p.organisation and r.person = p.id)
    when 'admins' then exists (
      select from roles r
      where r.organisation = p.organisation and r.person = p.id and r.role = 'admin'
        and (:projects::uuid[] is null or r.project = any(:projects))
    )
    else true
  end
  and (:projects::uuid[] is null or exists (
    select from roles r where r.organisation = p.organisation and r.person = p.id and r.project = any(:projects)
  ))
order by p.id
limit 1000
