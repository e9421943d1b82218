-- Its first serial is the time: agents of a database restored from before it have seen no later one.
with made as (
  insert into projects (organisation, name, is_baseline)
  values (permesso.organisation(), '(baseline)', true)
  on conflict (organisation, name) do nothing
  returning organisation, id
)
insert into channels (organisation, project, id, is_baseline, serial)
select organisation, id, :channel, true, floor(extract(epoch from now()) * 1000)
from made
