delete from hooks where kind = 'push' and renewed_at < now() - interval '30 days'
