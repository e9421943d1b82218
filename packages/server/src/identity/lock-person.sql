select disabled_at as "disabledAt" from people where id = :person for update
