-- Acts and votes without a record, and log positions without a known entry. As sets: row-level security keeps a join with a cast from
-- using an index, and would compare every act with every record.
select
  (select count(*) from (
    select a.id::text from acts a except select key from admin_records where kind = 'act') as acts_alone)::int
  + (select count(*) from (
    select v.approval || ' ' || v.person from votes v
    except select key from admin_records where kind = 'vote') as votes_alone)::int
  + (select count(*) from (
    select g.team_grant || ' ' || g.person from team_grant_votes g
    except select key from admin_records where kind = 'team-grant-vote') as grants_alone)::int as unrecorded,
  (:size::bigint
    - (select count(*) from batches where leaf < :size)
    - (select count(*) from archived_files where leaf < :size)
    - (select count(*) from admin_records where leaf < :size))::int as holes
