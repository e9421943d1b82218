select public_key as "publicKey" from signing_keys where retired_at is not null order by number
