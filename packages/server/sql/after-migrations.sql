-- Run after every migration: otherwise a table added by a migration would be missing from backups, unnoticed.
do $$
declare
  each_table record;
begin
  for each_table in
    select c.relname as name, c.relrowsecurity as is_guarded
    from pg_class c
    where c.relnamespace = 'permesso'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname
  loop
    execute format('grant select on %I to permesso_backup', each_table.name);
    if each_table.is_guarded and not exists (
      select from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relname = each_table.name and c.relnamespace = 'permesso'::regnamespace and p.polname = 'backup'
    ) then
      execute format('create policy backup on %I for select to permesso_backup using (true)', each_table.name);
    end if;
  end loop;
end
$$;

grant usage on schema permesso to permesso_backup;
grant select on all sequences in schema permesso to permesso_backup;

-- A table missing here would be left behind when an organisation moves.
do $$
declare
  each_table record;
begin
  for each_table in
    select c.relname as name, a.attname as owner
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid
      and a.attname = case c.relname when 'organisations' then 'id' else 'organisation' end
    where c.relnamespace = 'permesso'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname
  loop
    execute format('grant select, insert, update, delete on %I to permesso_mover', each_table.name);
    if not exists (
      select from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relname = each_table.name and c.relnamespace = 'permesso'::regnamespace and p.polname = 'moved'
    ) then
      execute format('create policy moved on %1$I to permesso_mover using (%2$I = permesso.organisation()) with check (%2$I = permesso.organisation())',
        each_table.name, each_table.owner);
    end if;
  end loop;
end
$$;

grant usage on schema permesso to permesso_mover;
grant select on migrations to permesso_mover;
grant select, update on all sequences in schema permesso to permesso_mover;
