select d.day::text as day, json_agg(json_build_object('part', f.part, 'digest', f.digest) order by f.part) as files
from archived_days d
join archived_files f on f.organisation = d.organisation and f.day = d.day
where d.left_at is not null and d.removed_at is null and d.day between :from::date and :to::date
group by d.day
order by d.day
