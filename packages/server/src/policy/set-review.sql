update organisations
set review_looser = $1, review_off_by = $2, review_off_at = case when $2::uuid is null then null else now() end
where id = permesso.organisation()
