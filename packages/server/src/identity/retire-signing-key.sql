update signing_keys set retired_at = now(), sealed_private_key = ''
where retired_at is null
returning number
