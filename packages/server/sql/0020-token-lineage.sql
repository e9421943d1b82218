-- What was made with an API token ends with it: it never lasts longer, and counts only while every token that it descends
-- from counts. Looked up each time instead of copied, so that no revocation can miss a token that is made meanwhile.
alter table api_tokens add column lineage uuid[] not null default '{}';
alter table enrolments add column lineage uuid[] not null default '{}';

-- Whether none of these tokens was revoked or has expired. One that is gone counts as revoked.
create function permesso.tokens_count(ids uuid[]) returns boolean
language sql stable
return (
  select count(*) = cardinality(ids)
  from permesso.api_tokens
  where id = any(ids) and revoked_at is null and expires_at > now()
);

-- Enrolment tokens are listed and revoked, and say who made them.
alter table enrolments add column made_by uuid;
alter table enrolments add column revoked_at timestamptz;
alter table enrolments add foreign key (organisation, made_by) references people (organisation, id);

-- What names a session to people: its hash stays where it is.
alter table sessions add column id uuid not null default gen_random_uuid() unique;
