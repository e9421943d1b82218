update links set used_at = now()
where approval = (select approval from links where hash = :hash)
  and person = (select person from links where hash = :hash)
  and used_at is null and expires_at > now()
returning hash
