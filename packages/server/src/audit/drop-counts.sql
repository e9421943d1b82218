with of_agents as (
  delete from agent_counts where day < current_date - :days::int
    and organisation not in (select organisation from legal_holds where ended_at is null)
)
delete from entry_counts where day < current_date - :days::int
  and organisation not in (select organisation from legal_holds where ended_at is null)
