-- If there is only one, a machine need not name it.
select id from organisations o
where (:name::text is null or name = :name)
  and (:name::text is not null or not exists (select from organisations other where other.id <> o.id))
