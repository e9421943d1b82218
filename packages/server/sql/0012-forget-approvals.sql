-- Questions that were settled long ago may go, with what hangs on them. No matter who asks for it: what is still open, or was
-- settled within the last day, stays.
create index approvals_settled on approvals (settled_at) where state not in ('pending', 'approved');
create index deliveries_of_approval on deliveries (organisation, approval);
create index links_of_approval on links (organisation, approval);

create policy only_settled on approvals as restrictive for delete to permesso_tenant
  using (state not in ('pending', 'approved') and settled_at < now() - interval '1 day');

do $$
declare
  each_table text;
begin
  foreach each_table in array array['votes', 'deliveries', 'links'] loop
    execute format('create policy only_settled on %1$I as restrictive for delete to permesso_tenant
      using (exists (
        select from approvals a
        where a.organisation = %1$I.organisation and a.id = %1$I.approval
          and a.state not in (''pending'', ''approved'') and a.settled_at < now() - interval ''1 day''
      ))', each_table);
  end loop;
end
$$;

grant delete on approvals, votes, deliveries, links to permesso_tenant;
grant select (settled_at) on approvals to permesso_system;
