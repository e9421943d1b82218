update legal_holds set ended_by = :person, ended_at = now()
where id = :hold and ended_at is null
returning project, reason
