with pushed as (
  delete from hooks where kind = 'push'
)
delete from sessions
