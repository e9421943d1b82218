update people set disabled_at = coalesce(disabled_at, now()) where id = $1 returning id
