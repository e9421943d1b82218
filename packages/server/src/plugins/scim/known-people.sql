select id from people where id = any(:people::uuid[]) and removed_at is null
