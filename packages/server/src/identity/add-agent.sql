insert into agents (organisation, project, owner, name, public_key)
values (permesso.organisation(), :project, :owner, :name, :publicKey)
returning id
