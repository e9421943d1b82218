update organisations
set review_looser = :required, review_off_by = :offBy, review_off_at = case when :offBy::uuid is null then null else now() end
where id = permesso.organisation()
