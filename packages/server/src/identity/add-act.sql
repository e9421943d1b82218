insert into acts (organisation, actor, act, subject, detail)
values (permesso.organisation(), $1, $2, $3, $4)
