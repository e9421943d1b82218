delete from machine_changes c
using (
  select id, row_number() over (partition by agent order by id desc) as place
  from machine_changes
  where agent = any(:agents::uuid[])
) as numbered
where c.id = numbered.id and numbered.place > :most::integer
