delete from policy_counts where project = $1
