select public_key as "publicKey", succession as signature from signing_keys where number > 1 order by number
