-- Who asks. The server logs in as the owner of the database and becomes one of these in each transaction, so that
-- row-level security holds for it too. Roles belong to the whole cluster: another database may have made them already.
-- Nor may the owner always make roles: where an administrator has made and granted them, nothing is left to do here.
do $$
declare
  wanted text;
  is_granted boolean;
begin
  foreach wanted in array array['permesso_tenant', 'permesso_system', 'permesso_ingest'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
    -- Since PostgreSQL 16 a member may be one that cannot become the role.
    if current_setting('server_version_num')::integer >= 160000 then
      execute 'select pg_has_role(current_user, $1, ''SET'')' into is_granted using wanted;
    else
      is_granted := pg_has_role(current_user, wanted, 'MEMBER');
    end if;
    if not is_granted then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end
$$;

grant usage on schema permesso to permesso_tenant, permesso_system, permesso_ingest;

-- The organisation of this transaction; nothing matches where none was said.
create function permesso.organisation() returns uuid
language sql stable
return nullif(current_setting('permesso.organisation', true), '')::uuid;
