insert into hooks (organisation, project, kind, sealed_target, person, only_escalated, host)
values (permesso.organisation(), $1, $2, $3, $4, $5, $6)
returning id
