-- An agent that names fewer rules in its question than the policy in force asks by.
alter table findings drop constraint findings_what_check;
alter table findings add constraint findings_what_check
  check (what in ('gap', 'unlinked', 'changed', 'foreign', 'forked', 'understated'));
alter table findings add column approval uuid;
alter table findings add column policy_version integer;
alter table findings add column rules text[];
create unique index findings_understated on findings (organisation, agent, policy_version) where what = 'understated';

grant insert on findings to permesso_tenant;
