-- One browser notifies one person: the last to enable it there. The same subscription is renewed.
insert into hooks (organisation, kind, sealed_target, person, host, about, confirmed_at, renewed_at, push_print, session, api_token)
select permesso.organisation(), 'push', :sealed, :person, :host, 'approvals', now(), now(), :print, s.id, s.api_token
from sessions s
where s.id = :session and s.person = :person
on conflict (organisation, push_print) where push_print is not null do update
set sealed_target = excluded.sealed_target, person = excluded.person, host = excluded.host, confirmed_at = now(),
  renewed_at = now(), session = excluded.session, api_token = excluded.api_token
returning id, xmax = 0 as "isNew"
