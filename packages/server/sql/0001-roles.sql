-- Who asks. The server logs in as the owner of the database and becomes one of these in each transaction, so that
-- row-level security holds for it too. Roles belong to the whole cluster: another database may have made them already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['permesso_tenant', 'permesso_system', 'permesso_ingest'] loop
    begin
      execute format('create role %I nologin nobypassrls', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
    begin
      execute format('grant %I to %I', wanted, current_user);
    exception when others then
      -- Two databases that are made at once may meet here; a superuser needs no grant.
      if not (select rolsuper from pg_roles where rolname = current_user) then
        raise;
      end if;
    end;
  end loop;
end
$$;

grant usage on schema permesso to permesso_tenant, permesso_system, permesso_ingest;

-- The organisation of this transaction; nothing matches where none was said.
create function permesso.organisation() returns uuid
language sql stable
return nullif(current_setting('permesso.organisation', true), '')::uuid;
