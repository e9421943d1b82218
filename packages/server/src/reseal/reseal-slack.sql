update slack_apps set sealed = :sealed where organisation = :id::uuid and sealed = :before returning true as done
