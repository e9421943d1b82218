-- An hour after the day: a server with another clock has added by then, or is refused.
select permesso.close_events_before((now() - interval '1 hour')::date)::text as day
