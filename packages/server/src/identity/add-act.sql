insert into acts (organisation, actor, act, subject, detail)
values (permesso.organisation(), :actor, :act, :subject, :detail)
