-- The address of somebody else stays theirs, whatever the identity provider says by now.
update people p
set name = coalesce($2, p.name),
  email = case
    when $3::text is null then p.email
    when exists (select from people o where lower(o.email) = lower($3) and o.id <> p.id) then p.email
    else $3
  end
where p.id = $1
