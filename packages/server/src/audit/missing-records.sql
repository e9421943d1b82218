-- Acts and votes that have no record, and places of the log that nothing is known for.
select
  (select count(*) from acts a where not exists (
    select from admin_records r where r.organisation = a.organisation and r.kind = 'act' and r.key = a.id::text))::int
  + (select count(*) from votes v where not exists (
    select from admin_records r where r.organisation = v.organisation and r.kind = 'vote'
      and r.key = v.approval || ' ' || v.person))::int
  + (select count(*) from team_grant_votes g where not exists (
    select from admin_records r where r.organisation = g.organisation and r.kind = 'team-grant-vote'
      and r.key = g.team_grant || ' ' || g.person))::int as unrecorded,
  (:size::bigint
    - (select count(*) from batches where leaf < :size)
    - (select count(*) from archived_files where leaf < :size)
    - (select count(*) from admin_records where leaf < :size))::int as holes
