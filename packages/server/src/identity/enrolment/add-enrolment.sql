-- Not for a disabled person, and never longer than the token that it is made with.
insert into enrolments (organisation, project, owner, hash, uses_left, expires_at, made_by, lineage, confirmed_at)
select permesso.organisation(), :project, :owner, :hash, :uses, least(now() + make_interval(mins => :minutes), :until::timestamptz), :madeBy, :lineage::uuid[],
  -- An owner who makes the token need not confirm the machines.
  case when :owner::uuid = :madeBy then now() end
where :owner::uuid is null or exists (select from people p where p.id = :owner and p.disabled_at is null)
returning id, expires_at as "expiresAt"
