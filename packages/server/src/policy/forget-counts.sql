delete from policy_counts where project = $1 and version = $2
