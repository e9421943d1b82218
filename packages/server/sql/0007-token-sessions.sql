-- A browser may be let in by an API token instead of an identity provider. Such a session is worth what the token is:
-- its roles, its end, and nothing once it is revoked.
alter table sessions add column api_token uuid;
alter table sessions add foreign key (organisation, api_token) references api_tokens (organisation, id);
