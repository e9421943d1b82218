delete from policy_counts where project = :project
