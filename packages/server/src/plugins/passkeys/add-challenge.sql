-- Removes expired challenges, so that a session cannot accumulate them.
with over as (
  delete from passkey_challenges where session = :session and expires_at <= now()
)
insert into passkey_challenges (organisation, challenge, session, expires_at)
values (permesso.organisation(), :challenge, :session, now() + interval '3 minutes')
