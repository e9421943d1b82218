select agent from findings where id = :finding
