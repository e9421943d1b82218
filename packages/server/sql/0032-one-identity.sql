-- One human is one person: an address belongs to one of them, no matter who made or vouches for that one.
do $$
declare
  shared text;
begin
  select string_agg(address, ', ') into shared
  from (select lower(email) as address from people group by organisation, lower(email) having count(email) > 1) as twice;
  if shared is not null then
    raise exception 'several people of one organisation have the address %', shared
      using hint = 'keep one of them: set the others'' email to null and disable them, then start the server again';
  end if;
end
$$;

create unique index people_address on people (organisation, lower(email));

-- Which issuer is believed about the addresses of which mail domain. Only the operator says so: an admin who could
-- choose both would sign in as anybody.
create table trusted_issuers (
  organisation uuid not null references organisations,
  issuer text not null,
  domain text not null check (domain = lower(domain)),
  added_at timestamptz not null default now(),
  primary key (organisation, issuer, domain)
);

alter table trusted_issuers enable row level security;
alter table trusted_issuers force row level security;
create policy own on trusted_issuers to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert, delete on trusted_issuers to permesso_tenant;
