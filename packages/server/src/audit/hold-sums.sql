insert into summed_days as known (organisation) values (permesso.organisation())
on conflict (organisation) do update set until = known.until
