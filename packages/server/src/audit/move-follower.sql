insert into log_followers (organisation, name, next_leaf)
select permesso.organisation(), :name, :to::bigint
where :from::bigint = 0 or exists (select from log_followers where name = :name)
on conflict (organisation, name) do update set next_leaf = :to::bigint, moved_at = now()
where log_followers.next_leaf = :from::bigint
returning true as moved
