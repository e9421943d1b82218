insert into log_nodes (organisation, level, index, hash)
select permesso.organisation(), level, index, hash
from unnest(:levels::smallint[], :indexes::bigint[], :hashes::bytea[]) as made (level, index, hash)
