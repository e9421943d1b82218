insert into device_requests (organisation, device, user_code, name, public_key, wanted, address)
values (permesso.organisation(), :device, :userCode, :name, :publicKey, :wanted, :address)
on conflict (organisation, user_code) do nothing
returning id
