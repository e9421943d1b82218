with kept as materialized (
  select organisation from legal_holds where ended_at is null
),
of_agents as (
  delete from agent_counts where day < current_date - :days::int and organisation not in (select organisation from kept)
),
of_months as (
  delete from agent_months
  where month < date_trunc('month', current_date - :days::int) and organisation not in (select organisation from kept)
),
days_summed as (
  update summed_days set since = current_date - :days::int
  where since < current_date - :days::int and organisation not in (select organisation from kept)
)
delete from entry_counts where day < current_date - :days::int and organisation not in (select organisation from kept)
