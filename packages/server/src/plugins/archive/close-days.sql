-- An hour after the day: by then a server with another clock has added its entries, or is refused.
select permesso.close_events_before((now() - interval '1 hour')::date)::text as day
