insert into demands (organisation, agent, first_seq, last_seq, asked_by)
values (permesso.organisation(), :agent, :first, :last, :person)
on conflict do nothing
returning id
