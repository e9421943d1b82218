insert into log_nodes (organisation, level, index, hash)
select permesso.organisation(), level, index, hash
from unnest($1::smallint[], $2::bigint[], $3::bytea[]) as made (level, index, hash)
