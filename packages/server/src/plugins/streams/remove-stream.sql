delete from streams where id = :id returning kind, host
