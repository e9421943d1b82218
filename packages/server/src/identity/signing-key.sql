select number, public_key as "publicKey", sealed_private_key as sealed from signing_keys where retired_at is null
