insert into streams (organisation, kind, sealed_target, host, leaf)
values (
  permesso.organisation(), :kind, :sealed, :host,
  case when :fromStart::boolean then 0 else coalesce((select max(size) from checkpoints), 0) end
)
returning id
