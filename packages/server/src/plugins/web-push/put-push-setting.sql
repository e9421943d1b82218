with ended as (
  delete from hooks where organisation = permesso.organisation() and kind = 'push' and not :isOn::boolean
)
update organisations set push_off_at = case when :isOn::boolean then null else coalesce(push_off_at, now()) end
where id = permesso.organisation()
