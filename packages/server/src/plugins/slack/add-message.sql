insert into slack_messages (organisation, approval, channel, ts)
values (permesso.organisation(), :approval, :channel, :ts)
on conflict do nothing
