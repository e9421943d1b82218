select 'signing_keys' as place, number::text as id, sealed_private_key as sealed from signing_keys where retired_at is null
union all
select 'identity_providers', organisation::text, sealed_secret from identity_providers
union all
select 'sign_ins', encode(state, 'hex'), sealed from sign_ins
union all
select 'hooks', id::text, sealed_target from hooks
union all
select 'streams', id::text, sealed_target from streams
union all
select 'slack_apps', organisation::text, sealed from slack_apps
union all
select 'push_keys', organisation::text, sealed from push_keys
union all
select 'pending_acts', id::text, sealed from pending_acts where sealed is not null
