-- The address of somebody else stays theirs, whatever the identity provider says by now.
update people p
set name = coalesce(:name, p.name),
  email = case
    when :email::text is null then p.email
    when exists (
      select from people o
      where (lower(o.email) = lower(:email) or lower(o.user_name) = lower(:email)) and o.id <> p.id
    ) then p.email
    else :email
  end
where p.id = :person
