insert into acts (organisation, actor, act, subject, detail, address, session)
values (permesso.organisation(), :actor, :act, :subject, :detail, :address, :session)
