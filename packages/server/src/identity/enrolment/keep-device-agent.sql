update device_requests set agent = :agent where id = :id
