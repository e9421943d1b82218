select disabled_at as "disabledAt", erased_at as "erasedAt" from people where id = :person for update
