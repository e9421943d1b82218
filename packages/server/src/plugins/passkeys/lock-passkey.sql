select id, credential, public_key as "publicKey", counter::float8 as counter, transports
from passkeys
where person = :person and credential = :credential
for update
