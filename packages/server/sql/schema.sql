CREATE SCHEMA permesso;

CREATE FUNCTION permesso.add_events_partition(day date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'permesso'
    AS $$
declare
  partition_name text := 'events_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass('permesso.' || partition_name) is not null then
    return false;
  end if;
  execute format('create table %I partition of events for values from (%L) to (%L)', partition_name,
    day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
  execute format('grant insert on %I to permesso_ingest', partition_name);
  execute format('grant select on %I to permesso_backup', partition_name);
  return true;
exception when duplicate_table or unique_violation then
  return false;
end
$$;

CREATE FUNCTION permesso.add_half_hours(a integer[], b integer[]) RETURNS integer[]
    LANGUAGE sql IMMUTABLE
    AS $$
  select array_agg(least(coalesce(a[at], 0)::bigint + coalesce(b[at], 0), 2147483647)::integer order by at)
  from generate_series(1, 48) as at
$$;

CREATE FUNCTION permesso.close_events_before(before date) RETURNS SETOF date
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'permesso'
    AS $$
declare
  old record;
begin
  for old in
    select c.relname as name, to_date(substr(c.relname, 8), 'YYYYMMDD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'permesso.events'::regclass and c.relname < 'events_' || to_char(before, 'YYYYMMDD')
    order by c.relname
  loop
    if has_table_privilege('permesso_ingest', 'permesso.' || old.name, 'insert') then
      execute format('lock table %I in share row exclusive mode', old.name);
      execute format('revoke insert on %I from permesso_ingest', old.name);
    end if;
    return next old.day;
  end loop;
end
$$;

CREATE TABLE permesso.people (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    email text,
    name text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    disabled_at timestamp with time zone,
    user_name text,
    external_id text,
    given_name text,
    family_name text,
    is_provisioned boolean DEFAULT false NOT NULL,
    disabled_by text,
    removed_at timestamp with time zone,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    erased_at timestamp with time zone,
    quiet jsonb,
    vouched_by text,
    issuer_address text,
    CONSTRAINT people_disabled_by_check CHECK ((disabled_by = ANY (ARRAY['hand'::text, 'scim'::text]))),
    CONSTRAINT people_vouched_by_check CHECK ((vouched_by = ANY (ARRAY['operator'::text, 'scim'::text])))
);

ALTER TABLE ONLY permesso.people FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.trusted_issuers (
    organisation uuid NOT NULL,
    issuer text NOT NULL,
    domain text NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT trusted_issuers_domain_check CHECK ((domain = lower(domain)))
);

ALTER TABLE ONLY permesso.trusted_issuers FORCE ROW LEVEL SECURITY;

CREATE FUNCTION permesso.counts_as_person(p permesso.people) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (((p).disabled_at IS NULL) AND ((p).erased_at IS NULL) AND (((p).vouched_by IS NOT NULL) OR (EXISTS (SELECT FROM permesso.trusted_issuers t WHERE ((t.organisation = (counts_as_person.p).organisation) AND (t.issuer = (counts_as_person.p).issuer) AND (t.domain = lower("substring"((counts_as_person.p).issuer_address, '@([^@]+)$'::text))))))));

CREATE FUNCTION permesso.drop_archived_events(day date, organisations uuid[]) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'permesso'
    AS $_$
declare
  partition_name text := 'events_' || to_char(day, 'YYYYMMDD');
  other uuid;
  after uuid := '00000000-0000-0000-0000-000000000000';
begin
  if to_regclass('permesso.' || partition_name) is null
    or has_table_privilege('permesso_ingest', 'permesso.' || partition_name, 'insert') then
    return false;
  end if;
  -- From one organisation to the next by the index: a day may have many entries and has few organisations.
  loop
    execute format('select organisation from %I where organisation > $1 order by organisation limit 1', partition_name)
      into other using after;
    exit when other is null;
    if not other = any (organisations) then
      return false;
    end if;
    after := other;
  end loop;
  execute format('drop table %I', partition_name);
  return true;
end
$_$;

CREATE FUNCTION permesso.drop_events_before(day date) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'permesso'
    AS $_$
declare
  old text;
  held uuid[] := array(select distinct organisation from legal_holds where ended_at is null);
  is_held boolean;
begin
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'permesso.events'::regclass and c.relname < 'events_' || to_char(day, 'YYYYMMDD')
    order by c.relname
  loop
    execute format('select exists (select from %I where organisation = any($1))', old) into is_held using held;
    if is_held then
      execute format('delete from %I where not organisation = any($1)', old) using held;
    else
      execute format('drop table %I', old);
      return next old;
    end if;
  end loop;
end
$_$;

CREATE FUNCTION permesso.enter(wanted uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform permesso.refuse_server(0, (select o.knows from permesso.oldest_server o));
end
$$;

CREATE FUNCTION permesso.enter(wanted uuid, knows integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  oldest integer;
  elsewhere text;
begin
  perform set_config('permesso.organisation', wanted::text, true),
    pg_advisory_xact_lock_shared(permesso.schema_lock()),
    pg_advisory_xact_lock_shared(permesso.traffic_lock(wanted));
  -- After the locks, so that a migration and a departure that were waited for are seen.
  select o.knows, d.goes_to into oldest, elsewhere
  from permesso.oldest_server o left join permesso.departures d on d.organisation = wanted;
  if oldest > enter.knows then
    perform permesso.refuse_server(enter.knows, oldest);
  end if;
  if elsewhere is not null then
    raise exception 'the organisation lives in another cell, or is on its way' using errcode = 'PM001', detail = elsewhere;
  end if;
end
$$;

CREATE FUNCTION permesso.enter_as_system(knows integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  oldest integer;
begin
  perform set_config('permesso.organisation', '', true), pg_advisory_xact_lock_shared(permesso.schema_lock());
  select o.knows into oldest from permesso.oldest_server o;
  if oldest > enter_as_system.knows then
    perform permesso.refuse_server(enter_as_system.knows, oldest);
  end if;
end
$$;

CREATE FUNCTION permesso.erase_from_acts(texts text[], pseudonym text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'permesso'
    AS $$
  with erased as (
    update acts set detail = (
      select jsonb_object_agg(d.key, case when lower(d.value #>> '{}') = any(erase_from_acts.texts)
        then to_jsonb(erase_from_acts.pseudonym) else d.value end)
      from jsonb_each(detail) d
    )
    where organisation = permesso.organisation() and exists (
      select from jsonb_each_text(detail) d where lower(d.value) = any(erase_from_acts.texts)
    )
    returning acts.*
  ),
  rewritten as (
    update admin_records r set line = permesso.record_of(row(e.*)::acts)::text
    from erased e
    where r.organisation = e.organisation and r.kind = 'act' and r.key = e.id::text
    returning r.organisation, r.key, r.line
  )
  insert into admin_records (organisation, kind, key, line)
  select organisation, 'erasure', key,
    jsonb_build_object('act', key, 'line', encode(sha256(convert_to(line, 'UTF8')), 'hex'))::text
  from rewritten
$$;

CREATE FUNCTION permesso.home() RETURNS text
    LANGUAGE sql STABLE
    RETURN (SELECT concat_ws('/'::text, c.system_identifier, d.oid, n.oid) AS concat_ws FROM pg_control_system() c(pg_control_version, catalog_version_no, system_identifier, pg_control_last_modified), pg_database d, pg_namespace n WHERE ((d.datname = current_database()) AND (n.nspname = 'permesso'::name)));

CREATE FUNCTION permesso.key_of(kind text, record jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select case kind when 'act' then record ->> 'id' when 'vote' then (record ->> 'approval') || ' ' || (record ->> 'person')
    else (record ->> 'team_grant') || ' ' || (record ->> 'person') end
$$;

CREATE TABLE permesso.agents (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    project uuid NOT NULL,
    owner uuid NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    enrolled_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    frozen text,
    enrolment uuid,
    enrolled_by uuid,
    owner_confirmed_at timestamp with time zone,
    CONSTRAINT agents_public_key_check CHECK ((octet_length(public_key) = 32))
);

ALTER TABLE ONLY permesso.agents FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.channels (
    organisation uuid NOT NULL,
    project uuid NOT NULL,
    id text NOT NULL,
    serial bigint DEFAULT 0 NOT NULL,
    current integer,
    candidate integer,
    stage text,
    share integer,
    stage_since timestamp with time zone,
    envelope text DEFAULT ''::text NOT NULL,
    issued_at timestamp with time zone DEFAULT '2000-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    is_baseline boolean DEFAULT false NOT NULL,
    CONSTRAINT channels_check CHECK (((candidate IS NULL) = (stage IS NULL))),
    CONSTRAINT channels_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{32}$'::text)),
    CONSTRAINT channels_share_check CHECK (((share >= 0) AND (share <= 100))),
    CONSTRAINT channels_stage_check CHECK ((stage = ANY (ARRAY['report'::text, 'share'::text])))
);

ALTER TABLE ONLY permesso.channels FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.findings (
    organisation uuid NOT NULL,
    id bigint NOT NULL,
    agent uuid NOT NULL,
    what text NOT NULL,
    first_seq bigint,
    last_seq bigint,
    found_at timestamp with time zone DEFAULT now() NOT NULL,
    approval uuid,
    policy_version integer,
    rules text[],
    acknowledged_at timestamp with time zone,
    acknowledged_by uuid,
    reason text,
    CONSTRAINT findings_what_check CHECK ((what = ANY (ARRAY['gap'::text, 'unlinked'::text, 'changed'::text, 'foreign'::text, 'forked'::text, 'understated'::text, 'miscounted'::text, 'hidden'::text, 'unfounded'::text])))
);

ALTER TABLE ONLY permesso.findings FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.machines (
    organisation uuid NOT NULL,
    agent uuid NOT NULL,
    reported_at timestamp with time zone DEFAULT now() NOT NULL,
    report jsonb NOT NULL,
    protection text NOT NULL,
    client text NOT NULL,
    policy_version integer,
    log_seq bigint NOT NULL,
    is_diverging boolean NOT NULL,
    clock_ahead_ms bigint NOT NULL,
    baseline_version integer,
    CONSTRAINT machines_protection_check CHECK ((protection = ANY (ARRAY['proven'::text, 'unproven'::text, 'unprotected'::text])))
);

ALTER TABLE ONLY permesso.machines FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.organisations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    frozen text,
    review_looser boolean DEFAULT true NOT NULL,
    home text DEFAULT permesso.home() NOT NULL,
    restored_at timestamp with time zone,
    passkeys text DEFAULT 'when-registered'::text NOT NULL,
    push_off_at timestamp with time zone,
    send text DEFAULT 'everything'::text NOT NULL,
    CONSTRAINT organisations_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT organisations_passkeys_check CHECK ((passkeys = ANY (ARRAY['when-registered'::text, 'required'::text]))),
    CONSTRAINT organisations_send_check CHECK ((send = ANY (ARRAY['everything'::text, 'thinned'::text])))
);

ALTER TABLE ONLY permesso.organisations FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.projects (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    frozen text,
    is_baseline boolean DEFAULT false NOT NULL,
    CONSTRAINT projects_name_check CHECK (
CASE
    WHEN is_baseline THEN (name = '(baseline)'::text)
    ELSE (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)
END)
);

ALTER TABLE ONLY permesso.projects FORCE ROW LEVEL SECURITY;

CREATE FUNCTION permesso.machine_states(silent_before timestamp with time zone, newest integer[]) RETURNS TABLE(agent uuid, name text, project uuid, owner uuid, enrolled_at timestamp with time zone, revoked_at timestamp with time zone, frozen text, seen_at timestamp with time zone, report jsonb, client text, policy_version integer, current integer, baseline_version integer, baseline integer, clock_ahead_ms bigint, log_seq bigint, states text[], rank integer)
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT f.agent,
     f.name,
     f.project,
     f.owner,
     f.enrolled_at,
     f.revoked_at,
     f.frozen,
     f.seen_at,
     f.report,
     f.client,
     f.policy_version,
     f.current,
     f.baseline_version,
     f.baseline,
     f.clock_ahead_ms,
     f.log_seq,
     f.states,
     array_position(ARRAY['unprotected'::text, 'diverging'::text, 'silent'::text, 'unproven'::text, 'outdated'::text, 'frozen'::text, 'proven'::text, 'revoked'::text], f.states[1]) AS array_position
    FROM ( SELECT a.id AS agent,
             a.name,
             a.project,
             a.owner,
             a.enrolled_at,
             a.revoked_at,
             COALESCE(a.frozen, p.frozen, o.frozen) AS frozen,
             m.reported_at AS seen_at,
             m.report,
             m.client,
             m.policy_version,
             c.current,
             m.baseline_version,
             b.current AS baseline,
             m.clock_ahead_ms,
             m.log_seq,
                 CASE
                     WHEN (a.revoked_at IS NOT NULL) THEN ARRAY['revoked'::text]
                     ELSE array_remove(ARRAY[
                     CASE
                         WHEN (m.protection = 'unprotected'::text) THEN 'unprotected'::text
                         ELSE NULL::text
                     END,
                     CASE
                         WHEN (m.is_diverging OR (EXISTS ( SELECT
                            FROM permesso.findings d
                           WHERE ((d.organisation = a.organisation) AND (d.agent = a.id) AND (d.what <> 'understated'::text) AND (d.acknowledged_at IS NULL))))) THEN 'diverging'::text
                         ELSE NULL::text
                     END,
                     CASE
                         WHEN ((m.reported_at IS NULL) OR (m.reported_at < machine_states.silent_before)) THEN 'silent'::text
                         ELSE NULL::text
                     END,
                     CASE
                         WHEN (m.protection = 'unproven'::text) THEN 'unproven'::text
                         ELSE NULL::text
                     END,
                     CASE
                         WHEN ((m.agent IS NOT NULL) AND (((string_to_array("substring"(m.client, '^[0-9]+[.][0-9]+[.][0-9]+'::text), '.'::text))::integer[] < machine_states.newest) OR ((m.policy_version IS DISTINCT FROM c.current) AND (NOT ((NOT (c.stage IS DISTINCT FROM 'share'::text)) AND (NOT (m.policy_version IS DISTINCT FROM c.candidate))))) OR ((m.baseline_version IS DISTINCT FROM b.current) AND (NOT ((NOT (b.stage IS DISTINCT FROM 'share'::text)) AND (NOT (m.baseline_version IS DISTINCT FROM b.candidate))))))) THEN 'outdated'::text
                         ELSE NULL::text
                     END,
                     CASE
                         WHEN (COALESCE(a.frozen, p.frozen, o.frozen) IS NOT NULL) THEN 'frozen'::text
                         ELSE NULL::text
                     END,
                     CASE
                         WHEN (m.protection = 'proven'::text) THEN 'proven'::text
                         ELSE NULL::text
                     END], NULL::text)
                 END AS states
            FROM (((((permesso.agents a
              JOIN permesso.projects p ON (((p.organisation = a.organisation) AND (p.id = a.project))))
              JOIN permesso.organisations o ON ((o.id = a.organisation)))
              LEFT JOIN permesso.machines m ON (((m.organisation = a.organisation) AND (m.agent = a.id))))
              LEFT JOIN permesso.channels c ON (((c.organisation = a.organisation) AND (c.project = a.project))))
              LEFT JOIN permesso.channels b ON (((b.organisation = a.organisation) AND b.is_baseline)))) f;
END;

CREATE FUNCTION permesso.move_lock(organisation uuid) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    RETURN hashtextextended(('permesso move '::text || (organisation)::text), (0)::bigint);

CREATE FUNCTION permesso.organisation() RETURNS uuid
    LANGUAGE sql STABLE
    RETURN (NULLIF(current_setting('permesso.organisation'::text, true), ''::text))::uuid;

CREATE TABLE permesso.api_tokens (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    person uuid NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    roles text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    lineage uuid[] DEFAULT '{}'::uuid[] NOT NULL
);

ALTER TABLE ONLY permesso.api_tokens FORCE ROW LEVEL SECURITY;

CREATE FUNCTION permesso.tokens_count(ids uuid[]) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (SELECT (count(*) = cardinality(tokens_count.ids)) FROM permesso.api_tokens WHERE ((api_tokens.id = ANY (tokens_count.ids)) AND (api_tokens.revoked_at IS NULL) AND (api_tokens.expires_at > now())));

CREATE TABLE permesso.hooks (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    project uuid,
    kind text NOT NULL,
    sealed_target bytea NOT NULL,
    person uuid,
    only_escalated boolean DEFAULT false NOT NULL,
    confirmed_at timestamp with time zone,
    host text DEFAULT ''::text NOT NULL,
    about text DEFAULT 'everything'::text NOT NULL,
    quiet jsonb,
    session uuid,
    api_token uuid,
    renewed_at timestamp with time zone,
    push_print bytea,
    CONSTRAINT hooks_about_check CHECK ((about = ANY (ARRAY['everything'::text, 'approvals'::text, 'machines'::text]))),
    CONSTRAINT hooks_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'slack'::text, 'slack-channel'::text, 'teams'::text, 'mail'::text, 'push'::text]))),
    CONSTRAINT hooks_push CHECK ((((kind = 'push'::text) = (push_print IS NOT NULL)) AND ((kind <> 'push'::text) OR ((person IS NOT NULL) AND (confirmed_at IS NOT NULL) AND (session IS NOT NULL) AND (renewed_at IS NOT NULL)))))
);

ALTER TABLE ONLY permesso.hooks FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.roles (
    organisation uuid NOT NULL,
    person uuid NOT NULL,
    role text NOT NULL,
    project uuid,
    given_at timestamp with time zone DEFAULT now() NOT NULL,
    source text DEFAULT 'hand'::text NOT NULL,
    group_name text,
    CONSTRAINT roles_check CHECK (((source = 'hand'::text) = (group_name IS NULL))),
    CONSTRAINT roles_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'approver'::text, 'author'::text, 'admin'::text]))),
    CONSTRAINT roles_source_check CHECK ((source = ANY (ARRAY['hand'::text, 'sign-in'::text, 'scim'::text])))
);

ALTER TABLE ONLY permesso.roles FORCE ROW LEVEL SECURITY;

CREATE FUNCTION permesso.push_counts(hook permesso.hooks, project uuid, owner uuid) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (((hook).renewed_at > (now() - '30 days'::interval)) AND ((hook).person IS DISTINCT FROM owner) AND (EXISTS (SELECT FROM permesso.roles r WHERE ((r.organisation = (push_counts.hook).organisation) AND (r.person = (push_counts.hook).person) AND (r.role = 'approver'::text) AND ((r.project IS NULL) OR (r.project = push_counts.project))))) AND (NOT (EXISTS (SELECT FROM permesso.organisations o WHERE ((o.id = (push_counts.hook).organisation) AND (o.push_off_at IS NOT NULL))))) AND (((hook).api_token IS NULL) OR (EXISTS (SELECT FROM permesso.api_tokens t WHERE ((t.organisation = (push_counts.hook).organisation) AND (t.id = (push_counts.hook).api_token) AND permesso.tokens_count((t.lineage || t.id)))))));

CREATE TABLE permesso.acts (
    organisation uuid NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor text NOT NULL,
    act text NOT NULL,
    subject text NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE ONLY permesso.acts FORCE ROW LEVEL SECURITY;

CREATE FUNCTION permesso.record_of(permesso.acts) RETURNS jsonb
    LANGUAGE sql STABLE
    SET "TimeZone" TO 'UTC'
    AS $_$
  select to_jsonb($1)
$_$;

CREATE TABLE permesso.team_grant_votes (
    organisation uuid NOT NULL,
    team_grant uuid NOT NULL,
    person uuid NOT NULL,
    verdict text NOT NULL,
    via text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    passkey uuid,
    CONSTRAINT team_grant_votes_verdict_check CHECK ((verdict = ANY (ARRAY['allow'::text, 'deny'::text])))
);

ALTER TABLE ONLY permesso.team_grant_votes FORCE ROW LEVEL SECURITY;

CREATE FUNCTION permesso.record_of(permesso.team_grant_votes) RETURNS jsonb
    LANGUAGE sql STABLE
    SET "TimeZone" TO 'UTC'
    AS $_$
  select to_jsonb($1)
$_$;

CREATE TABLE permesso.votes (
    organisation uuid NOT NULL,
    approval uuid NOT NULL,
    person uuid NOT NULL,
    verdict text NOT NULL,
    answer jsonb NOT NULL,
    via text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    counted boolean NOT NULL,
    passkey uuid,
    CONSTRAINT votes_verdict_check CHECK ((verdict = ANY (ARRAY['allow'::text, 'deny'::text])))
);

ALTER TABLE ONLY permesso.votes FORCE ROW LEVEL SECURITY;

CREATE FUNCTION permesso.record_of(permesso.votes) RETURNS jsonb
    LANGUAGE sql STABLE
    SET "TimeZone" TO 'UTC'
    AS $_$
  select to_jsonb($1) || jsonb_build_object('answer', encode(sha256(convert_to(($1).answer::text, 'UTF8')), 'hex'))
$_$;

CREATE FUNCTION permesso.record_row() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'permesso'
    AS $$
declare
  record jsonb := permesso.record_of(new);
begin
  -- An organisation that moves here brings its records.
  if current_user = 'permesso_mover' then
    return null;
  end if;
  insert into admin_records (organisation, kind, key, line, agent, call_key, person, verdict)
  select new.organisation, tg_argv[0], permesso.key_of(tg_argv[0], record), record::text,
    a.agent, a.call_key, (record ->> 'person')::uuid, record ->> 'verdict'
  from (select) one
  left join approvals a on tg_argv[0] = 'vote' and a.organisation = new.organisation and a.id = (record ->> 'approval')::uuid;
  return null;
end
$$;

CREATE FUNCTION permesso.refuse_baseline() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'permesso'
    AS $$
begin
  if exists (select from projects p where p.organisation = new.organisation and p.id = new.project and p.is_baseline) then
    -- As for a project that does not exist.
    raise exception 'the baseline of the organisation is no project' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;

CREATE FUNCTION permesso.refuse_server(knows integer, oldest integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'this server is older than the database: it knows migration % and the database takes servers from % on', knows, oldest
    using errcode = '53PM1', detail = oldest, hint = 'Start the newer version of the server.';
end
$$;

CREATE FUNCTION permesso.refuse_servers_before(migration integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(permesso.schema_lock());
  update permesso.oldest_server set knows = greatest(knows, migration);
end
$$;

CREATE FUNCTION permesso.remember_role() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into permesso.once_held (organisation, person, role) values (new.organisation, new.person, new.role)
  on conflict do nothing;
  return null;
end
$$;

CREATE FUNCTION permesso.replication_problem() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog'
    AS $$
  select case
    when current_setting('synchronous_standby_names') = '' then null
    -- Without the right to look, a standby that is connected counts as one that answers.
    when not exists (
      select from pg_stat_replication where state is null or (state = 'streaming' and sync_state in ('sync', 'quorum'))
    ) then 'no synchronous standby is connected'
    when exists (
      select from pg_stat_activity
      where datname = current_database() and wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '5 seconds'
    ) then 'no synchronous standby answers'
  end
$$;

CREATE FUNCTION permesso.schema_lock() RETURNS bigint
    LANGUAGE sql IMMUTABLE
    RETURN hashtextextended('permesso schema'::text, (0)::bigint);

CREATE TABLE permesso.scim_tokens (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    made_by uuid,
    lineage uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);

ALTER TABLE ONLY permesso.scim_tokens FORCE ROW LEVEL SECURITY;

CREATE FUNCTION permesso.scim_token_counts(token permesso.scim_tokens) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (((token).revoked_at IS NULL) AND ((token).expires_at > now()) AND permesso.tokens_count((token).lineage) AND (((token).made_by IS NULL) OR (EXISTS (SELECT FROM (permesso.roles r JOIN permesso.people p ON (((p.organisation = r.organisation) AND (p.id = r.person)))) WHERE ((r.organisation = (scim_token_counts.token).organisation) AND (r.person = (scim_token_counts.token).made_by) AND (r.role = 'admin'::text) AND (r.project IS NULL) AND (p.disabled_at IS NULL))))));

CREATE FUNCTION permesso.traffic_lock(organisation uuid) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    RETURN hashtextextended(('permesso traffic '::text || (organisation)::text), (0)::bigint);

CREATE AGGREGATE permesso.sum_half_hours(integer[]) (
    SFUNC = permesso.add_half_hours,
    STYPE = integer[],
    INITCOND = '{}'
);

ALTER TABLE permesso.acts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME permesso.acts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE permesso.admin_records (
    organisation uuid NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    line text NOT NULL,
    agent uuid,
    call_key text,
    person uuid,
    verdict text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    leaf bigint,
    CONSTRAINT admin_records_kind_check CHECK ((kind = ANY (ARRAY['act'::text, 'vote'::text, 'team-grant-vote'::text, 'erasure'::text])))
);

ALTER TABLE ONLY permesso.admin_records FORCE ROW LEVEL SECURITY;

ALTER TABLE permesso.admin_records ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME permesso.admin_records_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE permesso.agent_counts (
    organisation uuid NOT NULL,
    day date NOT NULL,
    agent uuid NOT NULL,
    verdict text NOT NULL,
    tool text NOT NULL,
    count bigint NOT NULL,
    half_hours integer[] NOT NULL,
    CONSTRAINT agent_counts_count_check CHECK ((count > 0))
)
WITH (fillfactor='50');

ALTER TABLE ONLY permesso.agent_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.agent_heads (
    organisation uuid NOT NULL,
    agent uuid NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY permesso.agent_heads FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.approval_rules (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    project uuid,
    rule text NOT NULL,
    quorum integer NOT NULL,
    answer_minutes integer NOT NULL,
    escalate_minutes integer,
    team_quorum integer DEFAULT 2 NOT NULL,
    longest text,
    CONSTRAINT approval_rules_answer_minutes_check CHECK (((answer_minutes >= 1) AND (answer_minutes <= 43200))),
    CONSTRAINT approval_rules_escalate_minutes_check CHECK (((escalate_minutes >= 1) AND (escalate_minutes <= 43200))),
    CONSTRAINT approval_rules_longest_check CHECK ((longest = ANY (ARRAY['once'::text, 'session'::text, 'project'::text, 'user'::text]))),
    CONSTRAINT approval_rules_quorum_check CHECK (((quorum >= 1) AND (quorum <= 10))),
    CONSTRAINT approval_rules_team_quorum_check CHECK (((team_quorum >= 2) AND (team_quorum <= 10)))
);

ALTER TABLE ONLY permesso.approval_rules FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.approvals (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    project uuid NOT NULL,
    agent uuid NOT NULL,
    owner uuid NOT NULL,
    binding bytea NOT NULL,
    call_key text NOT NULL,
    digest text NOT NULL,
    request jsonb NOT NULL,
    policy_version integer,
    state text DEFAULT 'pending'::text NOT NULL,
    quorum integer NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    escalate_at timestamp with time zone,
    escalated_at timestamp with time zone,
    joined integer DEFAULT 0 NOT NULL,
    settled_at timestamp with time zone,
    use_before timestamp with time zone,
    consumed_at timestamp with time zone,
    answer jsonb,
    why text,
    due_at timestamp with time zone,
    changed xid8 DEFAULT pg_current_xact_id() NOT NULL,
    use_key text,
    longest text DEFAULT 'once'::text NOT NULL,
    CONSTRAINT approvals_longest_check CHECK ((longest = ANY (ARRAY['once'::text, 'session'::text, 'project'::text, 'user'::text]))),
    CONSTRAINT approvals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'expired'::text, 'cancelled'::text, 'consumed'::text])))
);

ALTER TABLE ONLY permesso.approvals FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.archived_days (
    organisation uuid NOT NULL,
    day date NOT NULL,
    claimed_until timestamp with time zone NOT NULL,
    written_at timestamp with time zone,
    entries bigint,
    first_at timestamp with time zone,
    last_leaf bigint,
    left_at timestamp with time zone,
    removed_at timestamp with time zone
);

ALTER TABLE ONLY permesso.archived_days FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.archived_files (
    organisation uuid NOT NULL,
    day date NOT NULL,
    part integer NOT NULL,
    digest text NOT NULL,
    entries bigint NOT NULL,
    bytes bigint NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    last_agent uuid NOT NULL,
    last_seq bigint NOT NULL,
    leaf bigint,
    CONSTRAINT archived_files_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT archived_files_entries_check CHECK ((entries > 0)),
    CONSTRAINT archived_files_part_check CHECK ((part >= 0))
);

ALTER TABLE ONLY permesso.archived_files FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.batches (
    organisation uuid NOT NULL,
    id bigint NOT NULL,
    agent uuid NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    prev text NOT NULL,
    hash text NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    leaf bigint,
    left_out bigint DEFAULT 0 NOT NULL,
    CONSTRAINT batches_left_out_check CHECK ((left_out >= 0))
);

ALTER TABLE ONLY permesso.batches FORCE ROW LEVEL SECURITY;

ALTER TABLE permesso.batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME permesso.batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE permesso.checkpoints (
    organisation uuid NOT NULL,
    size bigint NOT NULL,
    root text NOT NULL,
    at text NOT NULL,
    signature text NOT NULL
);

ALTER TABLE ONLY permesso.checkpoints FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.deliveries (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    hook uuid NOT NULL,
    approval uuid,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    error text,
    tried_at timestamp with time zone,
    is_digest boolean DEFAULT false NOT NULL,
    notice uuid,
    is_held boolean DEFAULT false NOT NULL,
    told_in uuid,
    CONSTRAINT deliveries_about CHECK ((num_nonnulls(approval, notice) = 1)),
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dead'::text])))
);

ALTER TABLE ONLY permesso.deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.demands (
    organisation uuid NOT NULL,
    id bigint NOT NULL,
    agent uuid NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    asked_by uuid NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    answered_at timestamp with time zone,
    problems text[],
    lines bytea
);

ALTER TABLE ONLY permesso.demands FORCE ROW LEVEL SECURITY;

ALTER TABLE permesso.demands ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME permesso.demands_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE permesso.departures (
    organisation uuid NOT NULL,
    goes_to text NOT NULL,
    move uuid NOT NULL,
    began_at timestamp with time zone DEFAULT now() NOT NULL,
    moved_at timestamp with time zone
);

ALTER TABLE ONLY permesso.departures FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.enrolments (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    project uuid NOT NULL,
    owner uuid NOT NULL,
    hash bytea NOT NULL,
    uses_left integer NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    lineage uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    made_by uuid,
    revoked_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    CONSTRAINT enrolments_uses_left_check CHECK ((uses_left >= 0))
);

ALTER TABLE ONLY permesso.enrolments FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.entry_counts (
    organisation uuid NOT NULL,
    day date NOT NULL,
    shard smallint NOT NULL,
    project uuid NOT NULL,
    type text NOT NULL,
    verdict text NOT NULL,
    tool text NOT NULL,
    rule text NOT NULL,
    count bigint NOT NULL,
    half_hours integer[] NOT NULL,
    CONSTRAINT entry_counts_count_check CHECK ((count > 0))
)
WITH (fillfactor='50');

ALTER TABLE ONLY permesso.entry_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.events (
    organisation uuid NOT NULL,
    agent uuid NOT NULL,
    seq bigint NOT NULL,
    received_at timestamp with time zone NOT NULL,
    at timestamp with time zone,
    type text NOT NULL,
    verdict text,
    tool text,
    session text,
    line text NOT NULL
)
PARTITION BY RANGE (received_at);

ALTER TABLE ONLY permesso.events FORCE ROW LEVEL SECURITY;

ALTER TABLE permesso.findings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME permesso.findings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE permesso.group_roles (
    organisation uuid NOT NULL,
    group_name text NOT NULL,
    role text NOT NULL,
    project uuid,
    CONSTRAINT group_roles_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'approver'::text, 'author'::text, 'admin'::text])))
);

ALTER TABLE ONLY permesso.group_roles FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.identity_providers (
    organisation uuid NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    sealed_secret bytea NOT NULL,
    groups_claim text,
    groups_scope text
);

ALTER TABLE ONLY permesso.identity_providers FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.jetstream_positions (
    shard integer NOT NULL,
    stream text NOT NULL,
    epoch text NOT NULL,
    seq bigint NOT NULL,
    holder uuid,
    held_until timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT jetstream_positions_seq_check CHECK ((seq >= 0)),
    CONSTRAINT jetstream_positions_shard_check CHECK (((shard >= 0) AND (shard <= 255))),
    CONSTRAINT jetstream_positions_stream_check CHECK ((stream ~ '^[A-Za-z0-9_-]{1,100}$'::text))
);

ALTER TABLE ONLY permesso.jetstream_positions FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.legal_holds (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    project uuid,
    reason text NOT NULL,
    set_by uuid NOT NULL,
    set_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_by uuid,
    ended_at timestamp with time zone
);

ALTER TABLE ONLY permesso.legal_holds FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.links (
    organisation uuid NOT NULL,
    hash bytea NOT NULL,
    approval uuid NOT NULL,
    person uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

ALTER TABLE ONLY permesso.links FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.log_followers (
    organisation uuid NOT NULL,
    name text NOT NULL,
    next_leaf bigint NOT NULL,
    moved_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT log_followers_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT log_followers_next_leaf_check CHECK ((next_leaf >= 0))
);

ALTER TABLE ONLY permesso.log_followers FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.log_nodes (
    organisation uuid NOT NULL,
    level smallint NOT NULL,
    index bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT log_nodes_hash_check CHECK ((octet_length(hash) = 32))
);

ALTER TABLE ONLY permesso.log_nodes FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.machine_alerts (
    organisation uuid NOT NULL,
    agent uuid NOT NULL,
    what text NOT NULL,
    fell_at timestamp with time zone DEFAULT now() NOT NULL,
    well_since timestamp with time zone,
    CONSTRAINT machine_alerts_what_check CHECK ((what = ANY (ARRAY['silent'::text, 'unprotected'::text])))
);

ALTER TABLE ONLY permesso.machine_alerts FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.machine_changes (
    organisation uuid NOT NULL,
    id bigint NOT NULL,
    agent uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    change jsonb NOT NULL
);

ALTER TABLE ONLY permesso.machine_changes FORCE ROW LEVEL SECURITY;

ALTER TABLE permesso.machine_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME permesso.machine_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE permesso.machine_notices (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    changes jsonb NOT NULL
);

ALTER TABLE ONLY permesso.machine_notices FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.migrations (
    name text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE permesso.oldest_server (
    is_only boolean DEFAULT true NOT NULL,
    knows integer NOT NULL,
    CONSTRAINT oldest_server_is_only_check CHECK (is_only)
);

ALTER TABLE ONLY permesso.oldest_server FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.once_held (
    organisation uuid NOT NULL,
    person uuid NOT NULL,
    role text NOT NULL
);

ALTER TABLE ONLY permesso.once_held FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.operator_reviews (
    organisation uuid NOT NULL,
    project uuid NOT NULL,
    version integer NOT NULL,
    base integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY permesso.operator_reviews FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.passkey_challenges (
    organisation uuid NOT NULL,
    challenge bytea NOT NULL,
    session uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT passkey_challenges_challenge_check CHECK ((octet_length(challenge) = 64))
);

ALTER TABLE ONLY permesso.passkey_challenges FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.passkeys (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    person uuid NOT NULL,
    name text NOT NULL,
    credential bytea NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    is_synced boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkeys_credential_check CHECK (((octet_length(credential) >= 1) AND (octet_length(credential) <= 1023)))
);

ALTER TABLE ONLY permesso.passkeys FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.pending_acts (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    act text NOT NULL,
    subject text NOT NULL,
    detail jsonb NOT NULL,
    sealed bytea,
    asked_by uuid NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone DEFAULT (now() + '7 days'::interval) NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    settled_by text,
    settled_at timestamp with time zone,
    CONSTRAINT pending_acts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text])))
);

ALTER TABLE ONLY permesso.pending_acts FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.policy_counts (
    organisation uuid NOT NULL,
    project uuid NOT NULL,
    version integer NOT NULL,
    agent uuid NOT NULL,
    obeyed boolean NOT NULL,
    sequence bigint NOT NULL,
    decisions bigint NOT NULL,
    denials bigint NOT NULL,
    asks bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY permesso.policy_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.policy_reviews (
    organisation uuid NOT NULL,
    project uuid NOT NULL,
    version integer NOT NULL,
    base integer NOT NULL,
    person uuid NOT NULL,
    verdict text NOT NULL,
    comment text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT policy_reviews_verdict_check CHECK ((verdict = ANY (ARRAY['approve'::text, 'reject'::text])))
);

ALTER TABLE ONLY permesso.policy_reviews FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.policy_versions (
    organisation uuid NOT NULL,
    project uuid NOT NULL,
    number integer NOT NULL,
    digest text NOT NULL,
    text text NOT NULL,
    author uuid NOT NULL,
    note text NOT NULL,
    changes jsonb NOT NULL,
    tests jsonb NOT NULL,
    objection text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    published_at timestamp with time zone,
    CONSTRAINT policy_versions_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT policy_versions_number_check CHECK ((number > 0))
);

ALTER TABLE ONLY permesso.policy_versions FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.push_keys (
    organisation uuid NOT NULL,
    public_key text NOT NULL,
    sealed bytea NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY permesso.push_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.scim_groups (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    display_name text NOT NULL,
    external_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY permesso.scim_groups FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.scim_members (
    organisation uuid NOT NULL,
    group_id uuid NOT NULL,
    person uuid NOT NULL
);

ALTER TABLE ONLY permesso.scim_members FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.sessions (
    organisation uuid NOT NULL,
    hash bytea NOT NULL,
    csrf bytea NOT NULL,
    person uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    api_token uuid,
    id uuid DEFAULT gen_random_uuid() NOT NULL
);

ALTER TABLE ONLY permesso.sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.sign_ins (
    organisation uuid NOT NULL,
    state bytea NOT NULL,
    browser bytea NOT NULL,
    sealed bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY permesso.sign_ins FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.signing_keys (
    organisation uuid NOT NULL,
    public_key bytea NOT NULL,
    sealed_private_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    number integer DEFAULT 1 NOT NULL,
    succession text,
    retired_at timestamp with time zone,
    CONSTRAINT signing_keys_check CHECK (((succession IS NULL) = (number = 1))),
    CONSTRAINT signing_keys_number_check CHECK ((number > 0)),
    CONSTRAINT signing_keys_public_key_check CHECK ((octet_length(public_key) = 32))
);

ALTER TABLE ONLY permesso.signing_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.slack_apps (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    team text NOT NULL,
    team_name text NOT NULL,
    sealed bytea NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    set_by uuid,
    is_operators boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY permesso.slack_apps FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.slack_messages (
    organisation uuid NOT NULL,
    approval uuid NOT NULL,
    channel text NOT NULL,
    ts text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone
);

ALTER TABLE ONLY permesso.slack_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.slack_people (
    organisation uuid NOT NULL,
    person uuid NOT NULL,
    team text NOT NULL,
    slack_user text NOT NULL,
    confirmed_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY permesso.slack_people FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.standing_approvals (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    approval uuid NOT NULL,
    project uuid NOT NULL,
    agent uuid NOT NULL,
    call jsonb NOT NULL,
    scope text NOT NULL,
    rules jsonb,
    given_by uuid[] NOT NULL,
    given_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    revoked_by uuid,
    CONSTRAINT standing_approvals_scope_check CHECK ((scope = ANY (ARRAY['session'::text, 'project'::text, 'user'::text])))
);

ALTER TABLE ONLY permesso.standing_approvals FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.streams (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    sealed_target bytea NOT NULL,
    host text NOT NULL,
    leaf bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    error text,
    sent_at timestamp with time zone,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT streams_kind_check CHECK ((kind = ANY (ARRAY['otlp'::text, 'syslog'::text, 'splunk'::text, 's3'::text]))),
    CONSTRAINT streams_leaf_check CHECK ((leaf >= 0))
);

ALTER TABLE ONLY permesso.streams FORCE ROW LEVEL SECURITY;

CREATE TABLE permesso.team_grants (
    organisation uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    approval uuid NOT NULL,
    asked_in uuid NOT NULL,
    agent uuid NOT NULL,
    owner uuid NOT NULL,
    call jsonb NOT NULL,
    project uuid,
    rules jsonb NOT NULL,
    answers jsonb NOT NULL,
    given_in text NOT NULL,
    pin jsonb,
    digest text NOT NULL,
    quorum integer NOT NULL,
    state text DEFAULT 'proposed'::text NOT NULL,
    proposed_at timestamp with time zone DEFAULT now() NOT NULL,
    vote_before timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    why text,
    due_at timestamp with time zone,
    CONSTRAINT team_grants_quorum_check CHECK ((quorum >= 2)),
    CONSTRAINT team_grants_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'granted'::text, 'refused'::text, 'expired'::text, 'revoked'::text])))
);

ALTER TABLE ONLY permesso.team_grants FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY permesso.acts
    ADD CONSTRAINT acts_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.admin_records
    ADD CONSTRAINT admin_records_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.agent_counts
    ADD CONSTRAINT agent_counts_pkey PRIMARY KEY (organisation, day, agent, verdict, tool);

ALTER TABLE ONLY permesso.agent_heads
    ADD CONSTRAINT agent_heads_pkey PRIMARY KEY (organisation, agent);

ALTER TABLE ONLY permesso.agents
    ADD CONSTRAINT agents_id_key UNIQUE (id);

ALTER TABLE ONLY permesso.agents
    ADD CONSTRAINT agents_organisation_public_key_key UNIQUE (organisation, public_key);

ALTER TABLE ONLY permesso.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.api_tokens
    ADD CONSTRAINT api_tokens_hash_key UNIQUE (hash);

ALTER TABLE ONLY permesso.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.approval_rules
    ADD CONSTRAINT approval_rules_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.archived_days
    ADD CONSTRAINT archived_days_pkey PRIMARY KEY (organisation, day);

ALTER TABLE ONLY permesso.archived_files
    ADD CONSTRAINT archived_files_pkey PRIMARY KEY (organisation, day, part);

ALTER TABLE ONLY permesso.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.channels
    ADD CONSTRAINT channels_id_key UNIQUE (id);

ALTER TABLE ONLY permesso.channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY (organisation, project);

ALTER TABLE ONLY permesso.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (organisation, size);

ALTER TABLE ONLY permesso.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.demands
    ADD CONSTRAINT demands_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.departures
    ADD CONSTRAINT departures_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY permesso.enrolments
    ADD CONSTRAINT enrolments_hash_key UNIQUE (hash);

ALTER TABLE ONLY permesso.enrolments
    ADD CONSTRAINT enrolments_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.entry_counts
    ADD CONSTRAINT entry_counts_pkey PRIMARY KEY (organisation, day, shard, project, type, verdict, tool, rule);

ALTER TABLE ONLY permesso.findings
    ADD CONSTRAINT findings_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.group_roles
    ADD CONSTRAINT group_roles_organisation_group_name_role_project_key UNIQUE NULLS NOT DISTINCT (organisation, group_name, role, project);

ALTER TABLE ONLY permesso.hooks
    ADD CONSTRAINT hooks_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.identity_providers
    ADD CONSTRAINT identity_providers_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY permesso.jetstream_positions
    ADD CONSTRAINT jetstream_positions_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY permesso.legal_holds
    ADD CONSTRAINT legal_holds_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY permesso.log_followers
    ADD CONSTRAINT log_followers_pkey PRIMARY KEY (organisation, name);

ALTER TABLE ONLY permesso.log_nodes
    ADD CONSTRAINT log_nodes_pkey PRIMARY KEY (organisation, level, index);

ALTER TABLE ONLY permesso.machine_alerts
    ADD CONSTRAINT machine_alerts_pkey PRIMARY KEY (organisation, agent, what);

ALTER TABLE ONLY permesso.machine_changes
    ADD CONSTRAINT machine_changes_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.machine_notices
    ADD CONSTRAINT machine_notices_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.machines
    ADD CONSTRAINT machines_pkey PRIMARY KEY (organisation, agent);

ALTER TABLE ONLY permesso.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY permesso.oldest_server
    ADD CONSTRAINT oldest_server_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY permesso.once_held
    ADD CONSTRAINT once_held_pkey PRIMARY KEY (organisation, person, role);

ALTER TABLE ONLY permesso.operator_reviews
    ADD CONSTRAINT operator_reviews_pkey PRIMARY KEY (organisation, project, version, base);

ALTER TABLE ONLY permesso.organisations
    ADD CONSTRAINT organisations_name_key UNIQUE (name);

ALTER TABLE ONLY permesso.organisations
    ADD CONSTRAINT organisations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY permesso.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge);

ALTER TABLE ONLY permesso.passkeys
    ADD CONSTRAINT passkeys_organisation_credential_key UNIQUE (organisation, credential);

ALTER TABLE ONLY permesso.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.pending_acts
    ADD CONSTRAINT pending_acts_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.people
    ADD CONSTRAINT people_organisation_issuer_subject_key UNIQUE (organisation, issuer, subject);

ALTER TABLE ONLY permesso.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.policy_counts
    ADD CONSTRAINT policy_counts_pkey PRIMARY KEY (organisation, project, version, agent, obeyed);

ALTER TABLE ONLY permesso.policy_reviews
    ADD CONSTRAINT policy_reviews_pkey PRIMARY KEY (organisation, project, version, base, person);

ALTER TABLE ONLY permesso.policy_versions
    ADD CONSTRAINT policy_versions_pkey PRIMARY KEY (organisation, project, number);

ALTER TABLE ONLY permesso.projects
    ADD CONSTRAINT projects_organisation_name_key UNIQUE (organisation, name);

ALTER TABLE ONLY permesso.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.push_keys
    ADD CONSTRAINT push_keys_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY permesso.roles
    ADD CONSTRAINT roles_organisation_person_role_project_source_group_name_key UNIQUE NULLS NOT DISTINCT (organisation, person, role, project, source, group_name);

ALTER TABLE ONLY permesso.scim_groups
    ADD CONSTRAINT scim_groups_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.scim_members
    ADD CONSTRAINT scim_members_pkey PRIMARY KEY (organisation, group_id, person);

ALTER TABLE ONLY permesso.scim_tokens
    ADD CONSTRAINT scim_tokens_hash_key UNIQUE (hash);

ALTER TABLE ONLY permesso.scim_tokens
    ADD CONSTRAINT scim_tokens_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.sessions
    ADD CONSTRAINT sessions_id_key UNIQUE (id);

ALTER TABLE ONLY permesso.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY permesso.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (state);

ALTER TABLE ONLY permesso.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (organisation, number);

ALTER TABLE ONLY permesso.slack_apps
    ADD CONSTRAINT slack_apps_id_key UNIQUE (id);

ALTER TABLE ONLY permesso.slack_apps
    ADD CONSTRAINT slack_apps_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY permesso.slack_messages
    ADD CONSTRAINT slack_messages_pkey PRIMARY KEY (organisation, approval, channel, ts);

ALTER TABLE ONLY permesso.slack_people
    ADD CONSTRAINT slack_people_organisation_team_slack_user_key UNIQUE (organisation, team, slack_user);

ALTER TABLE ONLY permesso.slack_people
    ADD CONSTRAINT slack_people_pkey PRIMARY KEY (organisation, person);

ALTER TABLE ONLY permesso.standing_approvals
    ADD CONSTRAINT standing_approvals_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.team_grant_votes
    ADD CONSTRAINT team_grant_votes_pkey PRIMARY KEY (organisation, team_grant, person);

ALTER TABLE ONLY permesso.team_grants
    ADD CONSTRAINT team_grants_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY permesso.trusted_issuers
    ADD CONSTRAINT trusted_issuers_pkey PRIMARY KEY (organisation, issuer, domain);

ALTER TABLE ONLY permesso.votes
    ADD CONSTRAINT votes_pkey PRIMARY KEY (organisation, approval, person);

CREATE INDEX admin_records_answered ON permesso.admin_records USING btree (organisation, agent, call_key) WHERE (kind = 'vote'::text);

CREATE INDEX admin_records_key ON permesso.admin_records USING btree (organisation, kind, key);

CREATE UNIQUE INDEX admin_records_leaf ON permesso.admin_records USING btree (organisation, leaf) WHERE (leaf IS NOT NULL);

CREATE INDEX admin_records_waiting ON permesso.admin_records USING btree (organisation, id) WHERE (leaf IS NULL);

CREATE INDEX approvals_by_id ON permesso.approvals USING btree (id);

CREATE INDEX approvals_changed ON permesso.approvals USING btree (organisation, changed);

CREATE INDEX approvals_due ON permesso.approvals USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX approvals_open ON permesso.approvals USING btree (organisation, agent, binding) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));

CREATE INDEX approvals_pending_of_agent ON permesso.approvals USING btree (organisation, agent) WHERE (state = 'pending'::text);

CREATE INDEX approvals_settled ON permesso.approvals USING btree (settled_at) WHERE (state <> ALL (ARRAY['pending'::text, 'approved'::text]));

CREATE INDEX archived_files_waiting ON permesso.archived_files USING btree (organisation) WHERE (leaf IS NULL);

CREATE UNIQUE INDEX batches_leaf ON permesso.batches USING btree (organisation, leaf) WHERE (leaf IS NOT NULL);

CREATE INDEX batches_of_agent ON permesso.batches USING btree (organisation, agent, first_seq);

CREATE INDEX batches_received ON permesso.batches USING brin (received_at) WITH (pages_per_range='32');

CREATE INDEX batches_waiting ON permesso.batches USING btree (organisation, id) WHERE (leaf IS NULL);

CREATE UNIQUE INDEX channels_baseline ON permesso.channels USING btree (organisation) WHERE is_baseline;

CREATE INDEX channels_issued ON permesso.channels USING btree (issued_at);

CREATE INDEX deliveries_due ON permesso.deliveries USING btree (due_at) WHERE (state = 'waiting'::text);

CREATE INDEX deliveries_held ON permesso.deliveries USING btree (organisation, hook) WHERE (is_held AND (state = 'waiting'::text));

CREATE INDEX deliveries_of_approval ON permesso.deliveries USING btree (organisation, approval);

CREATE INDEX deliveries_of_notice ON permesso.deliveries USING btree (organisation, notice) WHERE (notice IS NOT NULL);

CREATE INDEX deliveries_told_in ON permesso.deliveries USING btree (organisation, told_in) WHERE (told_in IS NOT NULL);

CREATE INDEX deliveries_tried ON permesso.deliveries USING btree (organisation, hook, tried_at) WHERE (tried_at IS NOT NULL);

CREATE INDEX demands_of_agent ON permesso.demands USING btree (organisation, agent, id);

CREATE UNIQUE INDEX demands_open ON permesso.demands USING btree (organisation, agent, last_seq) WHERE (answered_at IS NULL);

CREATE INDEX entry_counts_apart ON permesso.entry_counts USING btree (day) WHERE (shard > 0);

CREATE INDEX events_organisation_received_at_idx ON ONLY permesso.events USING btree (organisation, received_at);

CREATE INDEX findings_of_agent ON permesso.findings USING btree (organisation, agent);

CREATE UNIQUE INDEX findings_understated ON permesso.findings USING btree (organisation, agent, policy_version) WHERE (what = 'understated'::text);

CREATE UNIQUE INDEX hooks_push_print ON permesso.hooks USING btree (organisation, push_print) WHERE (push_print IS NOT NULL);

CREATE INDEX hooks_session ON permesso.hooks USING btree (organisation, session) WHERE (session IS NOT NULL);

CREATE UNIQUE INDEX legal_holds_open ON permesso.legal_holds USING btree (organisation, project) NULLS NOT DISTINCT WHERE (ended_at IS NULL);

CREATE INDEX links_of_approval ON permesso.links USING btree (organisation, approval);

CREATE INDEX machine_changes_of_agent ON permesso.machine_changes USING btree (organisation, agent, id);

CREATE INDEX passkey_challenges_expires ON permesso.passkey_challenges USING btree (expires_at);

CREATE INDEX passkey_challenges_session ON permesso.passkey_challenges USING btree (session);

CREATE INDEX passkeys_person ON permesso.passkeys USING btree (organisation, person);

CREATE INDEX pending_acts_waiting ON permesso.pending_acts USING btree (organisation) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX people_address ON permesso.people USING btree (organisation, lower(email));

CREATE INDEX people_external_id ON permesso.people USING btree (organisation, external_id) WHERE (external_id IS NOT NULL);

CREATE UNIQUE INDEX people_user_name ON permesso.people USING btree (organisation, lower(COALESCE(user_name, email)));

CREATE INDEX policy_versions_organisation_project_digest_idx ON permesso.policy_versions USING btree (organisation, project, digest);

CREATE UNIQUE INDEX scim_groups_name ON permesso.scim_groups USING btree (organisation, lower(display_name));

CREATE INDEX scim_members_of_person ON permesso.scim_members USING btree (organisation, person);

CREATE UNIQUE INDEX signing_keys_current ON permesso.signing_keys USING btree (organisation) WHERE (retired_at IS NULL);

CREATE INDEX slack_messages_open ON permesso.slack_messages USING btree (organisation) WHERE (closed_at IS NULL);

CREATE INDEX standing_approvals_project ON permesso.standing_approvals USING btree (organisation, project);

CREATE INDEX streams_due ON permesso.streams USING btree (due_at);

CREATE INDEX team_grants_due ON permesso.team_grants USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX team_grants_granted ON permesso.team_grants USING btree (organisation) WHERE (state = 'granted'::text);

CREATE UNIQUE INDEX team_grants_open ON permesso.team_grants USING btree (organisation, approval, digest) WHERE (state = 'proposed'::text);

CREATE TRIGGER no_baseline BEFORE INSERT OR UPDATE OF project ON permesso.agents FOR EACH ROW EXECUTE FUNCTION permesso.refuse_baseline();

CREATE TRIGGER no_baseline BEFORE INSERT OR UPDATE OF project ON permesso.enrolments FOR EACH ROW EXECUTE FUNCTION permesso.refuse_baseline();

CREATE TRIGGER no_baseline BEFORE INSERT OR UPDATE OF project ON permesso.group_roles FOR EACH ROW EXECUTE FUNCTION permesso.refuse_baseline();

CREATE TRIGGER no_baseline BEFORE INSERT OR UPDATE OF project ON permesso.roles FOR EACH ROW EXECUTE FUNCTION permesso.refuse_baseline();

CREATE TRIGGER recorded AFTER INSERT ON permesso.acts FOR EACH ROW EXECUTE FUNCTION permesso.record_row('act');

CREATE TRIGGER recorded AFTER INSERT ON permesso.team_grant_votes FOR EACH ROW EXECUTE FUNCTION permesso.record_row('team-grant-vote');

CREATE TRIGGER recorded AFTER INSERT ON permesso.votes FOR EACH ROW EXECUTE FUNCTION permesso.record_row('vote');

CREATE TRIGGER remember_role AFTER INSERT ON permesso.roles FOR EACH ROW WHEN ((CURRENT_USER <> 'permesso_mover'::name)) EXECUTE FUNCTION permesso.remember_role();

ALTER TABLE ONLY permesso.acts
    ADD CONSTRAINT acts_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.admin_records
    ADD CONSTRAINT admin_records_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.agent_counts
    ADD CONSTRAINT agent_counts_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.agent_heads
    ADD CONSTRAINT agent_heads_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.agents
    ADD CONSTRAINT agents_organisation_owner_fkey FOREIGN KEY (organisation, owner) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.agents
    ADD CONSTRAINT agents_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.api_tokens
    ADD CONSTRAINT api_tokens_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.approval_rules
    ADD CONSTRAINT approval_rules_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.approvals
    ADD CONSTRAINT approvals_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.approvals
    ADD CONSTRAINT approvals_organisation_owner_fkey FOREIGN KEY (organisation, owner) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.approvals
    ADD CONSTRAINT approvals_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.archived_days
    ADD CONSTRAINT archived_days_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.archived_files
    ADD CONSTRAINT archived_files_organisation_day_fkey FOREIGN KEY (organisation, day) REFERENCES permesso.archived_days(organisation, day);

ALTER TABLE ONLY permesso.channels
    ADD CONSTRAINT channels_organisation_project_candidate_fkey FOREIGN KEY (organisation, project, candidate) REFERENCES permesso.policy_versions(organisation, project, number);

ALTER TABLE ONLY permesso.channels
    ADD CONSTRAINT channels_organisation_project_current_fkey FOREIGN KEY (organisation, project, current) REFERENCES permesso.policy_versions(organisation, project, number);

ALTER TABLE ONLY permesso.channels
    ADD CONSTRAINT channels_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.checkpoints
    ADD CONSTRAINT checkpoints_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.deliveries
    ADD CONSTRAINT deliveries_organisation_approval_fkey FOREIGN KEY (organisation, approval) REFERENCES permesso.approvals(organisation, id);

ALTER TABLE ONLY permesso.deliveries
    ADD CONSTRAINT deliveries_organisation_hook_fkey FOREIGN KEY (organisation, hook) REFERENCES permesso.hooks(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY permesso.deliveries
    ADD CONSTRAINT deliveries_organisation_notice_fkey FOREIGN KEY (organisation, notice) REFERENCES permesso.machine_notices(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY permesso.demands
    ADD CONSTRAINT demands_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.demands
    ADD CONSTRAINT demands_organisation_asked_by_fkey FOREIGN KEY (organisation, asked_by) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.demands
    ADD CONSTRAINT demands_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.enrolments
    ADD CONSTRAINT enrolments_organisation_made_by_fkey FOREIGN KEY (organisation, made_by) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.enrolments
    ADD CONSTRAINT enrolments_organisation_owner_fkey FOREIGN KEY (organisation, owner) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.enrolments
    ADD CONSTRAINT enrolments_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.entry_counts
    ADD CONSTRAINT entry_counts_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.findings
    ADD CONSTRAINT findings_organisation_acknowledged_by_fkey FOREIGN KEY (organisation, acknowledged_by) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.findings
    ADD CONSTRAINT findings_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.group_roles
    ADD CONSTRAINT group_roles_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.group_roles
    ADD CONSTRAINT group_roles_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.hooks
    ADD CONSTRAINT hooks_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.hooks
    ADD CONSTRAINT hooks_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.identity_providers
    ADD CONSTRAINT identity_providers_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.legal_holds
    ADD CONSTRAINT legal_holds_organisation_ended_by_fkey FOREIGN KEY (organisation, ended_by) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.legal_holds
    ADD CONSTRAINT legal_holds_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.legal_holds
    ADD CONSTRAINT legal_holds_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.legal_holds
    ADD CONSTRAINT legal_holds_organisation_set_by_fkey FOREIGN KEY (organisation, set_by) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.links
    ADD CONSTRAINT links_organisation_approval_fkey FOREIGN KEY (organisation, approval) REFERENCES permesso.approvals(organisation, id);

ALTER TABLE ONLY permesso.links
    ADD CONSTRAINT links_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.log_followers
    ADD CONSTRAINT log_followers_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.log_nodes
    ADD CONSTRAINT log_nodes_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.machine_alerts
    ADD CONSTRAINT machine_alerts_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.machine_changes
    ADD CONSTRAINT machine_changes_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.machine_notices
    ADD CONSTRAINT machine_notices_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.machines
    ADD CONSTRAINT machines_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.once_held
    ADD CONSTRAINT once_held_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.operator_reviews
    ADD CONSTRAINT operator_reviews_organisation_project_version_fkey FOREIGN KEY (organisation, project, version) REFERENCES permesso.policy_versions(organisation, project, number);

ALTER TABLE ONLY permesso.passkey_challenges
    ADD CONSTRAINT passkey_challenges_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.passkey_challenges
    ADD CONSTRAINT passkey_challenges_session_fkey FOREIGN KEY (session) REFERENCES permesso.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY permesso.passkeys
    ADD CONSTRAINT passkeys_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.pending_acts
    ADD CONSTRAINT pending_acts_organisation_asked_by_fkey FOREIGN KEY (organisation, asked_by) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.people
    ADD CONSTRAINT people_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.policy_counts
    ADD CONSTRAINT policy_counts_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.policy_counts
    ADD CONSTRAINT policy_counts_organisation_project_version_fkey FOREIGN KEY (organisation, project, version) REFERENCES permesso.policy_versions(organisation, project, number);

ALTER TABLE ONLY permesso.policy_reviews
    ADD CONSTRAINT policy_reviews_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.policy_reviews
    ADD CONSTRAINT policy_reviews_organisation_project_version_fkey FOREIGN KEY (organisation, project, version) REFERENCES permesso.policy_versions(organisation, project, number);

ALTER TABLE ONLY permesso.policy_versions
    ADD CONSTRAINT policy_versions_organisation_author_fkey FOREIGN KEY (organisation, author) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.policy_versions
    ADD CONSTRAINT policy_versions_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.projects
    ADD CONSTRAINT projects_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.push_keys
    ADD CONSTRAINT push_keys_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.roles
    ADD CONSTRAINT roles_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.roles
    ADD CONSTRAINT roles_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.scim_groups
    ADD CONSTRAINT scim_groups_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.scim_members
    ADD CONSTRAINT scim_members_organisation_group_id_fkey FOREIGN KEY (organisation, group_id) REFERENCES permesso.scim_groups(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY permesso.scim_members
    ADD CONSTRAINT scim_members_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.scim_tokens
    ADD CONSTRAINT scim_tokens_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.scim_tokens
    ADD CONSTRAINT scim_tokens_organisation_made_by_fkey FOREIGN KEY (organisation, made_by) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.sessions
    ADD CONSTRAINT sessions_organisation_api_token_fkey FOREIGN KEY (organisation, api_token) REFERENCES permesso.api_tokens(organisation, id);

ALTER TABLE ONLY permesso.sessions
    ADD CONSTRAINT sessions_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.sign_ins
    ADD CONSTRAINT sign_ins_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.signing_keys
    ADD CONSTRAINT signing_keys_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.slack_apps
    ADD CONSTRAINT slack_apps_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.slack_messages
    ADD CONSTRAINT slack_messages_organisation_approval_fkey FOREIGN KEY (organisation, approval) REFERENCES permesso.approvals(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY permesso.slack_people
    ADD CONSTRAINT slack_people_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.standing_approvals
    ADD CONSTRAINT standing_approvals_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.standing_approvals
    ADD CONSTRAINT standing_approvals_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.streams
    ADD CONSTRAINT streams_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.team_grant_votes
    ADD CONSTRAINT team_grant_votes_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.team_grant_votes
    ADD CONSTRAINT team_grant_votes_organisation_team_grant_fkey FOREIGN KEY (organisation, team_grant) REFERENCES permesso.team_grants(organisation, id);

ALTER TABLE ONLY permesso.team_grants
    ADD CONSTRAINT team_grants_organisation_agent_fkey FOREIGN KEY (organisation, agent) REFERENCES permesso.agents(organisation, id);

ALTER TABLE ONLY permesso.team_grants
    ADD CONSTRAINT team_grants_organisation_asked_in_fkey FOREIGN KEY (organisation, asked_in) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.team_grants
    ADD CONSTRAINT team_grants_organisation_owner_fkey FOREIGN KEY (organisation, owner) REFERENCES permesso.people(organisation, id);

ALTER TABLE ONLY permesso.team_grants
    ADD CONSTRAINT team_grants_organisation_project_fkey FOREIGN KEY (organisation, project) REFERENCES permesso.projects(organisation, id);

ALTER TABLE ONLY permesso.trusted_issuers
    ADD CONSTRAINT trusted_issuers_organisation_fkey FOREIGN KEY (organisation) REFERENCES permesso.organisations(id);

ALTER TABLE ONLY permesso.votes
    ADD CONSTRAINT votes_organisation_approval_fkey FOREIGN KEY (organisation, approval) REFERENCES permesso.approvals(organisation, id);

ALTER TABLE ONLY permesso.votes
    ADD CONSTRAINT votes_organisation_person_fkey FOREIGN KEY (organisation, person) REFERENCES permesso.people(organisation, id);

ALTER TABLE permesso.acts ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.admin_records ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.agent_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.agent_heads ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.agents ENABLE ROW LEVEL SECURITY;

CREATE POLICY any_one ON permesso.admin_records FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.agent_counts TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.agents FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.api_tokens FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.approvals FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.archived_days FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.archived_files FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.batches FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.channels FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.deliveries FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.demands TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.departures FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.enrolments FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.entry_counts TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.jetstream_positions TO permesso_system USING (true) WITH CHECK (true);

CREATE POLICY any_one ON permesso.legal_holds FOR SELECT USING ((CURRENT_USER <> ALL (ARRAY['permesso_tenant'::name, 'permesso_ingest'::name])));

CREATE POLICY any_one ON permesso.links FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.oldest_server USING (true);

CREATE POLICY any_one ON permesso.organisations TO permesso_system USING (true) WITH CHECK (true);

CREATE POLICY any_one ON permesso.passkey_challenges TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.people FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.scim_tokens FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.sessions TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.sign_ins TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.slack_apps FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.slack_messages FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.streams FOR SELECT TO permesso_system USING (true);

CREATE POLICY any_one ON permesso.team_grants FOR SELECT TO permesso_system USING (true);

ALTER TABLE permesso.api_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.approval_rules ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.approvals ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.archived_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.archived_files ENABLE ROW LEVEL SECURITY;

CREATE POLICY backup ON permesso.acts FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.admin_records FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.agent_counts FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.agent_heads FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.agents FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.api_tokens FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.approval_rules FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.approvals FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.archived_days FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.archived_files FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.batches FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.channels FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.checkpoints FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.deliveries FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.demands FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.departures FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.enrolments FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.entry_counts FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.events FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.findings FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.group_roles FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.hooks FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.identity_providers FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.jetstream_positions FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.legal_holds FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.links FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.log_followers FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.log_nodes FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.machine_alerts FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.machine_changes FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.machine_notices FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.machines FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.oldest_server FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.once_held FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.operator_reviews FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.organisations FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.passkey_challenges FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.passkeys FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.pending_acts FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.people FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.policy_counts FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.policy_reviews FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.policy_versions FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.projects FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.push_keys FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.roles FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.scim_groups FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.scim_members FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.scim_tokens FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.sessions FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.sign_ins FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.signing_keys FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.slack_apps FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.slack_messages FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.slack_people FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.standing_approvals FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.streams FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.team_grant_votes FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.team_grants FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.trusted_issuers FOR SELECT TO permesso_backup USING (true);

CREATE POLICY backup ON permesso.votes FOR SELECT TO permesso_backup USING (true);

ALTER TABLE permesso.batches ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.channels ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.checkpoints ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.demands ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.departures ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.enrolments ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.entry_counts ENABLE ROW LEVEL SECURITY;

CREATE POLICY erasing ON permesso.acts USING (((CURRENT_USER <> ALL (ARRAY['permesso_tenant'::name, 'permesso_ingest'::name, 'permesso_system'::name])) AND (organisation = permesso.organisation())));

CREATE POLICY erasing ON permesso.admin_records USING (((CURRENT_USER <> ALL (ARRAY['permesso_tenant'::name, 'permesso_ingest'::name, 'permesso_system'::name])) AND (organisation = permesso.organisation())));

ALTER TABLE permesso.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.findings ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.group_roles ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.hooks ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.identity_providers ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.jetstream_positions ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.legal_holds ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.links ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.log_followers ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.log_nodes ENABLE ROW LEVEL SECURITY;

CREATE POLICY looked_at ON permesso.jetstream_positions FOR SELECT TO permesso_tenant USING (true);

ALTER TABLE permesso.machine_alerts ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.machine_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.machine_notices ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.machines ENABLE ROW LEVEL SECURITY;

CREATE POLICY moved ON permesso.acts TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.admin_records TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.agent_counts TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.agent_heads TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.agents TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.api_tokens TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.approval_rules TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.approvals TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.archived_days TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.archived_files TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.batches TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.channels TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.checkpoints TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.deliveries TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.demands TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.departures TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.enrolments TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.entry_counts TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.events TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.findings TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.group_roles TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.hooks TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.identity_providers TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.legal_holds TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.links TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.log_followers TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.log_nodes TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.machine_alerts TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.machine_changes TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.machine_notices TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.machines TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.once_held TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.operator_reviews TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.organisations TO permesso_mover USING ((id = permesso.organisation())) WITH CHECK ((id = permesso.organisation()));

CREATE POLICY moved ON permesso.passkey_challenges TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.passkeys TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.pending_acts TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.people TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.policy_counts TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.policy_reviews TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.policy_versions TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.projects TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.push_keys TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.roles TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.scim_groups TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.scim_members TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.scim_tokens TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.sessions TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.sign_ins TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.signing_keys TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.slack_apps TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.slack_messages TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.slack_people TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.standing_approvals TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.streams TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.team_grant_votes TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.team_grants TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.trusted_issuers TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY moved ON permesso.votes TO permesso_mover USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

ALTER TABLE permesso.oldest_server ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.once_held ENABLE ROW LEVEL SECURITY;

CREATE POLICY only_settled ON permesso.approvals AS RESTRICTIVE FOR DELETE TO permesso_tenant USING (((state <> ALL (ARRAY['pending'::text, 'approved'::text])) AND (settled_at < (now() - '1 day'::interval))));

CREATE POLICY only_settled ON permesso.deliveries AS RESTRICTIVE FOR DELETE TO permesso_tenant USING ((EXISTS ( SELECT
   FROM permesso.approvals a
  WHERE ((a.organisation = deliveries.organisation) AND (a.id = deliveries.approval) AND (a.state <> ALL (ARRAY['pending'::text, 'approved'::text])) AND (a.settled_at < (now() - '1 day'::interval))))));

CREATE POLICY only_settled ON permesso.links AS RESTRICTIVE FOR DELETE TO permesso_tenant USING ((EXISTS ( SELECT
   FROM permesso.approvals a
  WHERE ((a.organisation = links.organisation) AND (a.id = links.approval) AND (a.state <> ALL (ARRAY['pending'::text, 'approved'::text])) AND (a.settled_at < (now() - '1 day'::interval))))));

CREATE POLICY only_settled ON permesso.votes AS RESTRICTIVE FOR DELETE TO permesso_tenant USING ((EXISTS ( SELECT
   FROM permesso.approvals a
  WHERE ((a.organisation = votes.organisation) AND (a.id = votes.approval) AND (a.state <> ALL (ARRAY['pending'::text, 'approved'::text])) AND (a.settled_at < (now() - '1 day'::interval))))));

ALTER TABLE permesso.operator_reviews ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.organisations ENABLE ROW LEVEL SECURITY;

CREATE POLICY own ON permesso.acts TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.admin_records TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.agent_counts TO permesso_tenant, permesso_ingest USING ((organisation = ( SELECT permesso.organisation() AS organisation))) WITH CHECK ((organisation = ( SELECT permesso.organisation() AS organisation)));

CREATE POLICY own ON permesso.agent_heads TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.agents TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.api_tokens TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.approval_rules TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.approvals TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.archived_days TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.archived_files TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.batches TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.channels TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.checkpoints TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.deliveries TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.demands TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.departures FOR SELECT TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.enrolments TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.entry_counts TO permesso_tenant, permesso_ingest USING ((organisation = ( SELECT permesso.organisation() AS organisation))) WITH CHECK ((organisation = ( SELECT permesso.organisation() AS organisation)));

CREATE POLICY own ON permesso.events TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.findings TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.group_roles TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.hooks TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.identity_providers TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.legal_holds TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.links TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.log_followers TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.log_nodes TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.machine_alerts TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.machine_changes TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.machine_notices TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.machines TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.once_held TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.operator_reviews TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.organisations TO permesso_tenant USING ((id = permesso.organisation()));

CREATE POLICY own ON permesso.passkey_challenges TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.passkeys TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.pending_acts TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.people TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.policy_counts TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.policy_reviews TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.policy_versions TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.projects TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.push_keys TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.roles TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.scim_groups TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.scim_members TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.scim_tokens TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.sessions TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.sign_ins TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.signing_keys TO permesso_tenant, permesso_ingest USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.slack_apps TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.slack_messages TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.slack_people TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.standing_approvals TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.streams TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.team_grant_votes TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.team_grants TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.trusted_issuers TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

CREATE POLICY own ON permesso.votes TO permesso_tenant USING ((organisation = permesso.organisation())) WITH CHECK ((organisation = permesso.organisation()));

ALTER TABLE permesso.passkey_challenges ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.passkeys ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.pending_acts ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.people ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.policy_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.policy_reviews ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.policy_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.projects ENABLE ROW LEVEL SECURITY;

CREATE POLICY published ON permesso.policy_versions FOR SELECT TO permesso_system USING ((published_at IS NOT NULL));

ALTER TABLE permesso.push_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.roles ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.scim_groups ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.scim_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.scim_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.sign_ins ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.signing_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.slack_apps ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.slack_messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.slack_people ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.standing_approvals ENABLE ROW LEVEL SECURITY;

CREATE POLICY stored ON permesso.jetstream_positions TO permesso_ingest USING (true) WITH CHECK (true);

ALTER TABLE permesso.streams ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.team_grant_votes ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.team_grants ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.trusted_issuers ENABLE ROW LEVEL SECURITY;

ALTER TABLE permesso.votes ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA permesso TO permesso_tenant;
GRANT USAGE ON SCHEMA permesso TO permesso_system;
GRANT USAGE ON SCHEMA permesso TO permesso_ingest;
GRANT USAGE ON SCHEMA permesso TO permesso_backup;
GRANT USAGE ON SCHEMA permesso TO permesso_mover;

REVOKE ALL ON FUNCTION permesso.add_events_partition(day date) FROM PUBLIC;
GRANT ALL ON FUNCTION permesso.add_events_partition(day date) TO permesso_system;
GRANT ALL ON FUNCTION permesso.add_events_partition(day date) TO permesso_mover;

REVOKE ALL ON FUNCTION permesso.close_events_before(before date) FROM PUBLIC;
GRANT ALL ON FUNCTION permesso.close_events_before(before date) TO permesso_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.people TO permesso_tenant;
GRANT SELECT ON TABLE permesso.people TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.people TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.people TO permesso_system;

GRANT SELECT(id) ON TABLE permesso.people TO permesso_system;

GRANT SELECT(disabled_at) ON TABLE permesso.people TO permesso_system;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.trusted_issuers TO permesso_tenant;
GRANT SELECT ON TABLE permesso.trusted_issuers TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.trusted_issuers TO permesso_mover;

REVOKE ALL ON FUNCTION permesso.drop_archived_events(day date, organisations uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION permesso.drop_archived_events(day date, organisations uuid[]) TO permesso_system;

REVOKE ALL ON FUNCTION permesso.drop_events_before(day date) FROM PUBLIC;
GRANT ALL ON FUNCTION permesso.drop_events_before(day date) TO permesso_system;

REVOKE ALL ON FUNCTION permesso.erase_from_acts(texts text[], pseudonym text) FROM PUBLIC;
GRANT ALL ON FUNCTION permesso.erase_from_acts(texts text[], pseudonym text) TO permesso_tenant;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.agents TO permesso_tenant;
GRANT SELECT ON TABLE permesso.agents TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.agents TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.agents TO permesso_system;

GRANT SELECT(id) ON TABLE permesso.agents TO permesso_system;

GRANT SELECT(project) ON TABLE permesso.agents TO permesso_system;

GRANT SELECT(owner) ON TABLE permesso.agents TO permesso_system;

GRANT SELECT(public_key) ON TABLE permesso.agents TO permesso_system;

GRANT SELECT(revoked_at) ON TABLE permesso.agents TO permesso_system;

GRANT SELECT,INSERT,UPDATE ON TABLE permesso.channels TO permesso_tenant;
GRANT SELECT ON TABLE permesso.channels TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.channels TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.channels TO permesso_system;

GRANT SELECT(project) ON TABLE permesso.channels TO permesso_system;

GRANT SELECT(id) ON TABLE permesso.channels TO permesso_system;

GRANT SELECT(serial) ON TABLE permesso.channels TO permesso_system;

GRANT SELECT(envelope) ON TABLE permesso.channels TO permesso_system;

GRANT SELECT(issued_at) ON TABLE permesso.channels TO permesso_system;

GRANT SELECT(is_baseline) ON TABLE permesso.channels TO permesso_system;

GRANT INSERT ON TABLE permesso.findings TO permesso_ingest;
GRANT SELECT,INSERT ON TABLE permesso.findings TO permesso_tenant;
GRANT SELECT ON TABLE permesso.findings TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.findings TO permesso_mover;

GRANT UPDATE(acknowledged_at) ON TABLE permesso.findings TO permesso_tenant;

GRANT UPDATE(acknowledged_by) ON TABLE permesso.findings TO permesso_tenant;

GRANT UPDATE(reason) ON TABLE permesso.findings TO permesso_tenant;

GRANT SELECT,INSERT,UPDATE ON TABLE permesso.machines TO permesso_tenant;
GRANT SELECT ON TABLE permesso.machines TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.machines TO permesso_mover;

GRANT SELECT ON TABLE permesso.organisations TO permesso_tenant;
GRANT SELECT,INSERT ON TABLE permesso.organisations TO permesso_system;
GRANT SELECT ON TABLE permesso.organisations TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.organisations TO permesso_mover;

GRANT UPDATE(frozen) ON TABLE permesso.organisations TO permesso_tenant;

GRANT UPDATE(review_looser) ON TABLE permesso.organisations TO permesso_tenant;

GRANT UPDATE(home) ON TABLE permesso.organisations TO permesso_tenant;

GRANT UPDATE(restored_at) ON TABLE permesso.organisations TO permesso_tenant;

GRANT UPDATE(passkeys) ON TABLE permesso.organisations TO permesso_tenant;

GRANT UPDATE(push_off_at) ON TABLE permesso.organisations TO permesso_tenant;

GRANT UPDATE(send) ON TABLE permesso.organisations TO permesso_tenant;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.projects TO permesso_tenant;
GRANT SELECT ON TABLE permesso.projects TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.projects TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.api_tokens TO permesso_tenant;
GRANT SELECT ON TABLE permesso.api_tokens TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.api_tokens TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.api_tokens TO permesso_system;

GRANT SELECT(hash) ON TABLE permesso.api_tokens TO permesso_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.hooks TO permesso_tenant;
GRANT SELECT ON TABLE permesso.hooks TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.hooks TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.roles TO permesso_tenant;
GRANT SELECT ON TABLE permesso.roles TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.roles TO permesso_mover;

GRANT SELECT,INSERT ON TABLE permesso.acts TO permesso_tenant;
GRANT SELECT ON TABLE permesso.acts TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.acts TO permesso_mover;

GRANT SELECT,INSERT ON TABLE permesso.team_grant_votes TO permesso_tenant;
GRANT SELECT ON TABLE permesso.team_grant_votes TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.team_grant_votes TO permesso_mover;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.votes TO permesso_tenant;
GRANT SELECT ON TABLE permesso.votes TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.votes TO permesso_mover;

REVOKE ALL ON FUNCTION permesso.refuse_servers_before(migration integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION permesso.replication_problem() FROM PUBLIC;
GRANT ALL ON FUNCTION permesso.replication_problem() TO permesso_system;

GRANT SELECT,INSERT,UPDATE ON TABLE permesso.scim_tokens TO permesso_tenant;
GRANT SELECT ON TABLE permesso.scim_tokens TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.scim_tokens TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.scim_tokens TO permesso_system;

GRANT SELECT(hash) ON TABLE permesso.scim_tokens TO permesso_system;

GRANT SELECT ON SEQUENCE permesso.acts_id_seq TO permesso_backup;
GRANT SELECT,UPDATE ON SEQUENCE permesso.acts_id_seq TO permesso_mover;

GRANT SELECT,INSERT ON TABLE permesso.admin_records TO permesso_tenant;
GRANT SELECT ON TABLE permesso.admin_records TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.admin_records TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.admin_records TO permesso_system;

GRANT UPDATE(leaf) ON TABLE permesso.admin_records TO permesso_tenant;
GRANT SELECT(leaf) ON TABLE permesso.admin_records TO permesso_system;

GRANT SELECT ON SEQUENCE permesso.admin_records_id_seq TO permesso_backup;
GRANT SELECT,UPDATE ON SEQUENCE permesso.admin_records_id_seq TO permesso_mover;

GRANT SELECT ON TABLE permesso.agent_counts TO permesso_tenant;
GRANT SELECT,INSERT ON TABLE permesso.agent_counts TO permesso_ingest;
GRANT DELETE ON TABLE permesso.agent_counts TO permesso_system;
GRANT SELECT ON TABLE permesso.agent_counts TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.agent_counts TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.agent_counts TO permesso_system;

GRANT SELECT(day) ON TABLE permesso.agent_counts TO permesso_system;

GRANT UPDATE(count) ON TABLE permesso.agent_counts TO permesso_ingest;

GRANT UPDATE(half_hours) ON TABLE permesso.agent_counts TO permesso_ingest;

GRANT SELECT,INSERT,UPDATE ON TABLE permesso.agent_heads TO permesso_ingest;
GRANT SELECT ON TABLE permesso.agent_heads TO permesso_tenant;
GRANT SELECT ON TABLE permesso.agent_heads TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.agent_heads TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.approval_rules TO permesso_tenant;
GRANT SELECT ON TABLE permesso.approval_rules TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.approval_rules TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.approvals TO permesso_tenant;
GRANT SELECT ON TABLE permesso.approvals TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.approvals TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.approvals TO permesso_system;

GRANT SELECT(id) ON TABLE permesso.approvals TO permesso_system;

GRANT SELECT(state) ON TABLE permesso.approvals TO permesso_system;

GRANT SELECT(settled_at) ON TABLE permesso.approvals TO permesso_system;

GRANT SELECT(due_at) ON TABLE permesso.approvals TO permesso_system;

GRANT SELECT,INSERT ON TABLE permesso.archived_days TO permesso_tenant;
GRANT SELECT ON TABLE permesso.archived_days TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.archived_days TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.archived_days TO permesso_system;

GRANT SELECT(day) ON TABLE permesso.archived_days TO permesso_system;

GRANT UPDATE(claimed_until) ON TABLE permesso.archived_days TO permesso_tenant;

GRANT UPDATE(written_at) ON TABLE permesso.archived_days TO permesso_tenant;
GRANT SELECT(written_at) ON TABLE permesso.archived_days TO permesso_system;

GRANT UPDATE(entries) ON TABLE permesso.archived_days TO permesso_tenant;

GRANT UPDATE(first_at) ON TABLE permesso.archived_days TO permesso_tenant;

GRANT UPDATE(last_leaf) ON TABLE permesso.archived_days TO permesso_tenant;

GRANT UPDATE(left_at) ON TABLE permesso.archived_days TO permesso_tenant;
GRANT SELECT(left_at) ON TABLE permesso.archived_days TO permesso_system;

GRANT UPDATE(removed_at) ON TABLE permesso.archived_days TO permesso_tenant;
GRANT SELECT(removed_at) ON TABLE permesso.archived_days TO permesso_system;

GRANT SELECT,INSERT ON TABLE permesso.archived_files TO permesso_tenant;
GRANT SELECT ON TABLE permesso.archived_files TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.archived_files TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.archived_files TO permesso_system;

GRANT UPDATE(leaf) ON TABLE permesso.archived_files TO permesso_tenant;
GRANT SELECT(leaf) ON TABLE permesso.archived_files TO permesso_system;

GRANT INSERT ON TABLE permesso.batches TO permesso_ingest;
GRANT SELECT ON TABLE permesso.batches TO permesso_tenant;
GRANT SELECT ON TABLE permesso.batches TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.batches TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.batches TO permesso_system;

GRANT UPDATE(leaf) ON TABLE permesso.batches TO permesso_tenant;
GRANT SELECT(leaf) ON TABLE permesso.batches TO permesso_system;

GRANT INSERT(left_out) ON TABLE permesso.batches TO permesso_ingest;

GRANT SELECT ON SEQUENCE permesso.batches_id_seq TO permesso_backup;
GRANT SELECT,UPDATE ON SEQUENCE permesso.batches_id_seq TO permesso_mover;

GRANT SELECT,INSERT ON TABLE permesso.checkpoints TO permesso_tenant;
GRANT SELECT ON TABLE permesso.checkpoints TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.checkpoints TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.deliveries TO permesso_tenant;
GRANT SELECT ON TABLE permesso.deliveries TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.deliveries TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.deliveries TO permesso_system;

GRANT SELECT(id) ON TABLE permesso.deliveries TO permesso_system;

GRANT SELECT(state) ON TABLE permesso.deliveries TO permesso_system;

GRANT SELECT(due_at) ON TABLE permesso.deliveries TO permesso_system;

GRANT SELECT,INSERT ON TABLE permesso.demands TO permesso_tenant;
GRANT DELETE ON TABLE permesso.demands TO permesso_system;
GRANT SELECT ON TABLE permesso.demands TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.demands TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.demands TO permesso_system;

GRANT SELECT(asked_at) ON TABLE permesso.demands TO permesso_system;

GRANT UPDATE(answered_at) ON TABLE permesso.demands TO permesso_tenant;

GRANT UPDATE(problems) ON TABLE permesso.demands TO permesso_tenant;

GRANT UPDATE(lines) ON TABLE permesso.demands TO permesso_tenant;

GRANT SELECT ON SEQUENCE permesso.demands_id_seq TO permesso_backup;
GRANT SELECT,UPDATE ON SEQUENCE permesso.demands_id_seq TO permesso_mover;

GRANT SELECT ON TABLE permesso.departures TO permesso_tenant;
GRANT SELECT ON TABLE permesso.departures TO permesso_ingest;
GRANT SELECT ON TABLE permesso.departures TO permesso_system;
GRANT SELECT ON TABLE permesso.departures TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.departures TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.enrolments TO permesso_tenant;
GRANT SELECT ON TABLE permesso.enrolments TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.enrolments TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.enrolments TO permesso_system;

GRANT SELECT(hash) ON TABLE permesso.enrolments TO permesso_system;

GRANT SELECT ON TABLE permesso.entry_counts TO permesso_tenant;
GRANT SELECT,INSERT,DELETE ON TABLE permesso.entry_counts TO permesso_ingest;
GRANT DELETE ON TABLE permesso.entry_counts TO permesso_system;
GRANT SELECT ON TABLE permesso.entry_counts TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.entry_counts TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.entry_counts TO permesso_system;

GRANT SELECT(day) ON TABLE permesso.entry_counts TO permesso_system;

GRANT SELECT(shard) ON TABLE permesso.entry_counts TO permesso_system;

GRANT UPDATE(count) ON TABLE permesso.entry_counts TO permesso_ingest;

GRANT UPDATE(half_hours) ON TABLE permesso.entry_counts TO permesso_ingest;

GRANT SELECT ON TABLE permesso.events TO permesso_tenant;
GRANT SELECT ON TABLE permesso.events TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.events TO permesso_mover;

GRANT SELECT ON SEQUENCE permesso.findings_id_seq TO permesso_backup;
GRANT SELECT,UPDATE ON SEQUENCE permesso.findings_id_seq TO permesso_mover;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.group_roles TO permesso_tenant;
GRANT SELECT ON TABLE permesso.group_roles TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.group_roles TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.identity_providers TO permesso_tenant;
GRANT SELECT ON TABLE permesso.identity_providers TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.identity_providers TO permesso_mover;

GRANT SELECT,INSERT,UPDATE ON TABLE permesso.jetstream_positions TO permesso_system;
GRANT SELECT ON TABLE permesso.jetstream_positions TO permesso_ingest;
GRANT SELECT ON TABLE permesso.jetstream_positions TO permesso_backup;

GRANT SELECT(shard) ON TABLE permesso.jetstream_positions TO permesso_tenant;

GRANT SELECT(stream) ON TABLE permesso.jetstream_positions TO permesso_tenant;

GRANT SELECT(epoch) ON TABLE permesso.jetstream_positions TO permesso_tenant;

GRANT UPDATE(seq) ON TABLE permesso.jetstream_positions TO permesso_ingest;
GRANT SELECT(seq) ON TABLE permesso.jetstream_positions TO permesso_tenant;

GRANT UPDATE(held_until) ON TABLE permesso.jetstream_positions TO permesso_ingest;

GRANT SELECT,INSERT ON TABLE permesso.legal_holds TO permesso_tenant;
GRANT SELECT ON TABLE permesso.legal_holds TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.legal_holds TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.legal_holds TO permesso_system;

GRANT SELECT(project) ON TABLE permesso.legal_holds TO permesso_system;

GRANT UPDATE(ended_by) ON TABLE permesso.legal_holds TO permesso_tenant;

GRANT UPDATE(ended_at) ON TABLE permesso.legal_holds TO permesso_tenant;
GRANT SELECT(ended_at) ON TABLE permesso.legal_holds TO permesso_system;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.links TO permesso_tenant;
GRANT SELECT ON TABLE permesso.links TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.links TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.links TO permesso_system;

GRANT SELECT(hash) ON TABLE permesso.links TO permesso_system;

GRANT UPDATE(used_at) ON TABLE permesso.links TO permesso_tenant;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.log_followers TO permesso_tenant;
GRANT SELECT ON TABLE permesso.log_followers TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.log_followers TO permesso_mover;

GRANT SELECT,INSERT ON TABLE permesso.log_nodes TO permesso_tenant;
GRANT SELECT ON TABLE permesso.log_nodes TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.log_nodes TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.machine_alerts TO permesso_tenant;
GRANT SELECT ON TABLE permesso.machine_alerts TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.machine_alerts TO permesso_mover;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.machine_changes TO permesso_tenant;
GRANT SELECT ON TABLE permesso.machine_changes TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.machine_changes TO permesso_mover;

GRANT SELECT ON SEQUENCE permesso.machine_changes_id_seq TO permesso_backup;
GRANT SELECT,UPDATE ON SEQUENCE permesso.machine_changes_id_seq TO permesso_mover;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.machine_notices TO permesso_tenant;
GRANT SELECT ON TABLE permesso.machine_notices TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.machine_notices TO permesso_mover;

GRANT SELECT ON TABLE permesso.migrations TO permesso_backup;
GRANT SELECT ON TABLE permesso.migrations TO permesso_mover;

GRANT SELECT ON TABLE permesso.oldest_server TO permesso_tenant;
GRANT SELECT ON TABLE permesso.oldest_server TO permesso_ingest;
GRANT SELECT ON TABLE permesso.oldest_server TO permesso_system;
GRANT SELECT ON TABLE permesso.oldest_server TO permesso_backup;

GRANT SELECT,INSERT ON TABLE permesso.once_held TO permesso_tenant;
GRANT SELECT ON TABLE permesso.once_held TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.once_held TO permesso_mover;

GRANT SELECT,INSERT ON TABLE permesso.operator_reviews TO permesso_tenant;
GRANT SELECT ON TABLE permesso.operator_reviews TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.operator_reviews TO permesso_mover;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.passkey_challenges TO permesso_tenant;
GRANT DELETE ON TABLE permesso.passkey_challenges TO permesso_system;
GRANT SELECT ON TABLE permesso.passkey_challenges TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.passkey_challenges TO permesso_mover;

GRANT SELECT(expires_at) ON TABLE permesso.passkey_challenges TO permesso_system;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.passkeys TO permesso_tenant;
GRANT SELECT ON TABLE permesso.passkeys TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.passkeys TO permesso_mover;

GRANT UPDATE(name) ON TABLE permesso.passkeys TO permesso_tenant;

GRANT UPDATE(counter) ON TABLE permesso.passkeys TO permesso_tenant;

GRANT UPDATE(is_synced) ON TABLE permesso.passkeys TO permesso_tenant;

GRANT UPDATE(last_used_at) ON TABLE permesso.passkeys TO permesso_tenant;

GRANT SELECT,INSERT ON TABLE permesso.pending_acts TO permesso_tenant;
GRANT SELECT ON TABLE permesso.pending_acts TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.pending_acts TO permesso_mover;

GRANT UPDATE(sealed) ON TABLE permesso.pending_acts TO permesso_tenant;

GRANT UPDATE(state) ON TABLE permesso.pending_acts TO permesso_tenant;

GRANT UPDATE(settled_by) ON TABLE permesso.pending_acts TO permesso_tenant;

GRANT UPDATE(settled_at) ON TABLE permesso.pending_acts TO permesso_tenant;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.policy_counts TO permesso_tenant;
GRANT SELECT ON TABLE permesso.policy_counts TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.policy_counts TO permesso_mover;

GRANT SELECT,INSERT ON TABLE permesso.policy_reviews TO permesso_tenant;
GRANT SELECT ON TABLE permesso.policy_reviews TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.policy_reviews TO permesso_mover;

GRANT UPDATE(verdict) ON TABLE permesso.policy_reviews TO permesso_tenant;

GRANT UPDATE(comment) ON TABLE permesso.policy_reviews TO permesso_tenant;

GRANT UPDATE(at) ON TABLE permesso.policy_reviews TO permesso_tenant;

GRANT SELECT,INSERT ON TABLE permesso.policy_versions TO permesso_tenant;
GRANT SELECT ON TABLE permesso.policy_versions TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.policy_versions TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.policy_versions TO permesso_system;

GRANT SELECT(project) ON TABLE permesso.policy_versions TO permesso_system;

GRANT SELECT(digest) ON TABLE permesso.policy_versions TO permesso_system;

GRANT SELECT(text) ON TABLE permesso.policy_versions TO permesso_system;

GRANT UPDATE(published_at) ON TABLE permesso.policy_versions TO permesso_tenant;
GRANT SELECT(published_at) ON TABLE permesso.policy_versions TO permesso_system;

GRANT SELECT,INSERT,UPDATE ON TABLE permesso.push_keys TO permesso_tenant;
GRANT SELECT ON TABLE permesso.push_keys TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.push_keys TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.scim_groups TO permesso_tenant;
GRANT SELECT ON TABLE permesso.scim_groups TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.scim_groups TO permesso_mover;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.scim_members TO permesso_tenant;
GRANT SELECT ON TABLE permesso.scim_members TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.scim_members TO permesso_mover;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.sessions TO permesso_tenant;
GRANT DELETE ON TABLE permesso.sessions TO permesso_system;
GRANT SELECT ON TABLE permesso.sessions TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.sessions TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.sessions TO permesso_system;

GRANT SELECT(hash) ON TABLE permesso.sessions TO permesso_system;

GRANT SELECT(expires_at) ON TABLE permesso.sessions TO permesso_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.sign_ins TO permesso_tenant;
GRANT DELETE ON TABLE permesso.sign_ins TO permesso_system;
GRANT SELECT ON TABLE permesso.sign_ins TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.sign_ins TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.sign_ins TO permesso_system;

GRANT SELECT(state) ON TABLE permesso.sign_ins TO permesso_system;

GRANT SELECT(browser) ON TABLE permesso.sign_ins TO permesso_system;

GRANT SELECT(expires_at) ON TABLE permesso.sign_ins TO permesso_system;

GRANT SELECT,INSERT ON TABLE permesso.signing_keys TO permesso_tenant;
GRANT SELECT ON TABLE permesso.signing_keys TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.signing_keys TO permesso_mover;

GRANT UPDATE(sealed_private_key) ON TABLE permesso.signing_keys TO permesso_tenant;

GRANT UPDATE(retired_at) ON TABLE permesso.signing_keys TO permesso_tenant;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.slack_apps TO permesso_tenant;
GRANT SELECT ON TABLE permesso.slack_apps TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.slack_apps TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.slack_apps TO permesso_system;

GRANT SELECT(id) ON TABLE permesso.slack_apps TO permesso_system;

GRANT SELECT,INSERT ON TABLE permesso.slack_messages TO permesso_tenant;
GRANT SELECT ON TABLE permesso.slack_messages TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.slack_messages TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.slack_messages TO permesso_system;

GRANT UPDATE(attempts) ON TABLE permesso.slack_messages TO permesso_tenant;

GRANT UPDATE(due_at) ON TABLE permesso.slack_messages TO permesso_tenant;
GRANT SELECT(due_at) ON TABLE permesso.slack_messages TO permesso_system;

GRANT UPDATE(closed_at) ON TABLE permesso.slack_messages TO permesso_tenant;
GRANT SELECT(closed_at) ON TABLE permesso.slack_messages TO permesso_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.slack_people TO permesso_tenant;
GRANT SELECT ON TABLE permesso.slack_people TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.slack_people TO permesso_mover;

GRANT SELECT,INSERT ON TABLE permesso.standing_approvals TO permesso_tenant;
GRANT SELECT ON TABLE permesso.standing_approvals TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.standing_approvals TO permesso_mover;

GRANT UPDATE(revoked_at) ON TABLE permesso.standing_approvals TO permesso_tenant;

GRANT UPDATE(revoked_by) ON TABLE permesso.standing_approvals TO permesso_tenant;

GRANT SELECT,INSERT,DELETE ON TABLE permesso.streams TO permesso_tenant;
GRANT SELECT ON TABLE permesso.streams TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.streams TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.streams TO permesso_system;

GRANT UPDATE(sealed_target) ON TABLE permesso.streams TO permesso_tenant;

GRANT UPDATE(leaf) ON TABLE permesso.streams TO permesso_tenant;

GRANT UPDATE(attempts) ON TABLE permesso.streams TO permesso_tenant;

GRANT UPDATE(due_at) ON TABLE permesso.streams TO permesso_tenant;
GRANT SELECT(due_at) ON TABLE permesso.streams TO permesso_system;

GRANT UPDATE(error) ON TABLE permesso.streams TO permesso_tenant;

GRANT UPDATE(sent_at) ON TABLE permesso.streams TO permesso_tenant;

GRANT SELECT,INSERT ON TABLE permesso.team_grants TO permesso_tenant;
GRANT SELECT ON TABLE permesso.team_grants TO permesso_backup;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE permesso.team_grants TO permesso_mover;

GRANT SELECT(organisation) ON TABLE permesso.team_grants TO permesso_system;

GRANT UPDATE(state) ON TABLE permesso.team_grants TO permesso_tenant;

GRANT UPDATE(expires_at) ON TABLE permesso.team_grants TO permesso_tenant;

GRANT UPDATE(settled_at) ON TABLE permesso.team_grants TO permesso_tenant;

GRANT UPDATE(why) ON TABLE permesso.team_grants TO permesso_tenant;

GRANT UPDATE(due_at) ON TABLE permesso.team_grants TO permesso_tenant;
GRANT SELECT(due_at) ON TABLE permesso.team_grants TO permesso_system;
