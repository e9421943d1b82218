insert into votes (organisation, approval, person, verdict, answer, via, counted)
values (permesso.organisation(), $1, $2, $3, $4, $5, $6)
on conflict do nothing
returning person
