with added as (
  insert into votes (organisation, approval, person, verdict, answer, via, counted, passkey, address, session)
  select permesso.organisation(), approval, person, verdict, answer, via, counted, passkey, address, session
  from jsonb_to_recordset(:votes::jsonb) as cast_now (
    approval uuid, person uuid, verdict text, answer jsonb, via text, counted boolean, passkey uuid,
    address text, session uuid
  )
  on conflict do nothing
  returning organisation, approval, person, verdict, answer, counted
)
select a.approval, a.person, p.email, a.verdict, a.answer, a.counted
from added a
join people p on p.organisation = a.organisation and p.id = a.person
