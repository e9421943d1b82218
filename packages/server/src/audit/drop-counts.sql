with of_agents as (
  delete from agent_counts where period < (current_date - :days::int)
)
delete from entry_counts where period < (current_date - :days::int)
