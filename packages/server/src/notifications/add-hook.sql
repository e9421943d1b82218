insert into hooks (organisation, project, kind, sealed_target, person, only_escalated, host, about)
values (permesso.organisation(), :project, :kind, :sealed, :person, :onlyEscalated, :host, :about)
returning id
