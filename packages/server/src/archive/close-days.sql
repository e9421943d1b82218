-- An hour after the day: whoever adds by another clock is done by then, or is refused.
select permesso.close_events_before((now() - interval '1 hour')::date)::text as day
