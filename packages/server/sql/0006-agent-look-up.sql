-- Who an agent is, and whether it still counts, in one statement: asked with each of its requests.
create policy any_one on people for select to permesso_system using (true);
grant select (organisation, id, disabled_at) on people to permesso_system;
grant select (project, owner, public_key, revoked_at) on agents to permesso_system;
