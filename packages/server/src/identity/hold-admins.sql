-- Exclusive for a change of access rights; shared for a sign-in.
select case when :isAlone::boolean
  then pg_advisory_xact_lock(hashtextextended('admins of ' || permesso.organisation()::text, 0))
  else pg_advisory_xact_lock_shared(hashtextextended('admins of ' || permesso.organisation()::text, 0))
end
