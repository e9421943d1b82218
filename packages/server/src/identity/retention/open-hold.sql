select id from legal_holds where ended_at is null limit 1
