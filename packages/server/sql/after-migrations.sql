-- Run after every migration: a table that a migration added would be missing from backups, and nobody would notice.
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
