with devices as (
  delete from device_requests
)
delete from sign_ins
