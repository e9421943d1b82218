update organisations set home = permesso.home(), restored_at = now()
where id = permesso.organisation() and home <> permesso.home()
returning id
