insert into archived_files
  (organisation, day, part, digest, entries, bytes, first_at, last_at, last_agent, last_seq)
values (
  permesso.organisation(), :day::date, :part, :digest, :entries, :bytes,
  timestamptz 'epoch' + :firstAt::bigint * interval '1 microsecond',
  timestamptz 'epoch' + :lastAt::bigint * interval '1 microsecond', :lastAgent::uuid, :lastSeq::bigint
)
on conflict do nothing
returning part
