select organisation from device_requests where device = :device and expires_at > now()
