insert into agents (organisation, project, owner, name, public_key, enrolment, enrolled_by, owner_confirmed_at)
values (permesso.organisation(), :project, :owner, :name, :publicKey, :enrolment, :madeBy, :confirmedAt)
returning id
