select disabled_at as "disabledAt" from people where id = $1 for update
