-- When what agents are told was signed last: it counts for a time only, so it is signed again before that is over.
alter table channels add column issued_at timestamptz not null default '2000-01-01';
create index channels_issued on channels (issued_at);
grant select (issued_at) on channels to permesso_system;
