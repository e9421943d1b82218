delete from device_requests where expires_at < now()
