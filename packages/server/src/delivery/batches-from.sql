select leaf::float8 as leaf, (last_seq - first_seq + 1)::float8 as entries
from batches
where leaf >= :leaf
order by leaf
limit 500
