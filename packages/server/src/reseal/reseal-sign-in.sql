update sign_ins set sealed = :sealed where state = decode(:id, 'hex') and sealed = :before returning true as done
