insert into hooks (organisation, project, kind, sealed_target, person, only_escalated)
values (permesso.organisation(), $1, $2, $3, $4, $5)
returning id
