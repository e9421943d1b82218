import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoLog } from './demo-log.ts';
import { addReports } from './demo-machines.ts';
import { approveVersion, type TeamStage } from './server-stage.ts';

const people = [
  'anna',
  'ben',
  'carla',
  'dmitri',
  'erik',
  'fatima',
  'gustav',
  'hana',
  'ines',
  'jonas',
  'karim',
  'lena',
];
const kinds = ['mbp', 'lnx', 'devbox', 'ci-runner'];
const machines = 40;
const dayMs = 86_400_000;
const days = 30;

const rules = {
  allow: ['Read', 'Edit(./**)', 'Bash(npm run:*)', 'Bash(git status)', 'Bash(git diff:*)', 'Bash(rg:*)'],
  ask: ['Bash(git push:*)', 'Bash(npx prisma migrate:*)'],
  deny: ['Bash(sudo:*)', 'Bash(kubectl delete:*)'],
};
const tests = [
  '{ call: Bash(git push origin main), expect: ask }',
  '{ call: Bash(sudo ls), expect: deny }',
  '{ call: Bash(npm run build), expect: allow }',
];

interface Draft {
  readonly note: string;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/** Six versions: those before the last are out, the last but one is on its way, the last waits for a review. */
const drafts: readonly Draft[] = [
  { note: 'First team policy' },
  { note: 'Hide .env files', deny: ['Read(**/.env*)'] },
  { note: 'Type checks and tests run by themselves', allow: ['Bash(npx tsc:*)', 'Bash(npx vitest:*)'] },
  { note: 'Ask before migrations', ask: ['Bash(npx prisma db push:*)'] },
  {
    note: 'Local containers may be started, force pushes never',
    allow: ['Bash(docker compose up:*)', 'Bash(gh pr create:*)'],
    deny: ['Bash(git push --force:*)'],
  },
  { note: 'Ask before npm publish, pytest passes', allow: ['Bash(pytest:*)'], ask: ['Bash(npm publish:*)'] },
];

/** Thirty days of a team: 12 people, 40 machines, what a real gate decided about so many calls, and six versions of a policy. */
export async function demoTeam(team: TeamStage, entries: number): Promise<void> {
  await addPeople(team);
  await addVersions(team);
  const agents = await addMachines(team);
  await addEvents(team, agents, entries);
  await addBatches(team, agents);
  await addAnswers(team, agents);
  await addCounts(team, agents);
  await addReports(team, agents);
}

/** When each machine has sent something last: two of them not for more than a week. */
async function addBatches(team: TeamStage, agents: readonly string[]): Promise<void> {
  await team.sql(`update agents set enrolled_at = now() - interval '35 days' where id = any($1::uuid[])`, [
    agents,
  ]);
  await team.sql(
    `insert into batches (organisation, agent, first_seq, last_seq, prev, hash, received_at)
     select a.organisation, a.id, 1, 1, repeat('0', 64), repeat('1', 64),
       now() - case when m.at > 38 then make_interval(days => 3 * m.at::int - 108) else make_interval(mins => 7 * m.at::int) end
     from unnest($1::uuid[]) with ordinality as m (id, at) join agents a on a.id = m.id`,
    [agents],
  );
}

/** What people were asked about, how often, and in how many of a hundred cases they approved. */
const asked = [
  ['Bash(git push:*)', 96, 98],
  ['Bash(npx prisma migrate:*)', 61, 82],
  ['Bash(npm publish:*)', 44, 64],
  ['Bash(docker compose up:*)', 38, 100],
  ['WebFetch', 21, 95],
  ['Bash(npx prisma db push:*)', 9, 44],
] as const;

async function addAnswers(team: TeamStage, agents: readonly string[]): Promise<void> {
  for (const [rule, count, approved] of asked)
    await team.sql(
      `insert into approvals (organisation, project, agent, owner, binding, call_key, digest, request, state, quorum,
         asked_at, expires_at, settled_at)
       select a.organisation, a.project, a.id, a.owner, sha256(convert_to($2 || n, 'UTF8')), $2 || n, $2 || n,
         jsonb_build_object('call', jsonb_build_object('tool', 'Bash', 'input', '{}'::jsonb), 'decision',
           jsonb_build_object('receipt', jsonb_build_object('determining', jsonb_build_array(jsonb_build_object('text', $2::text))))),
         case when n * 61 % 100 < $4 then 'consumed' else 'denied' end, 1,
         t.at, t.at + interval '10 minutes', t.at + make_interval(secs => 4 + n * 37 % 41)
       from generate_series(1, $3::int) as n
       cross join lateral (select now() - make_interval(hours => n * 709 % 718 + 1) as at) t
       join agents a on a.id = ($1::uuid[])[1 + n % 38]`,
      [agents, rule, count, approved],
    );
}

async function addPeople(team: TeamStage): Promise<void> {
  await team.sql(
    `insert into people (organisation, issuer, subject, email, name, vouched_by)
     select o.id, 'local', n.name, n.name || '@acme.example', n.name, 'operator'
     from organisations o, unnest($1::text[]) as n (name)
     on conflict do nothing`,
    [people.slice(1)],
  );
}

async function addMachines(team: TeamStage): Promise<readonly string[]> {
  const names = Array.from({ length: machines }, (_, at) => {
    const kind = kinds[Math.floor(at / people.length)] ?? '';
    return kind === 'ci-runner' ? `${kind}-${String(at).padStart(2, '0')}` : `${kind}-${people[at % 12]}`;
  });
  const rows = await team.sql(
    `insert into agents (organisation, project, owner, name, public_key)
     select p.organisation, p.id, o.id, m.name, sha256(convert_to(m.name || m.at, 'UTF8'))
     from projects p
     cross join unnest($2::text[]) with ordinality as m (name, at)
     join lateral (
       select id from people
       where organisation = p.organisation
       order by email = split_part(m.name, '-', 2) || '@acme.example' desc, email
       limit 1
     ) o on true
     where p.id = $1 returning id`,
    [team.project, names],
  );
  return rows.map(({ id }) => String(id));
}

/** The lines are those of one machine's log; each machine has sent some of them. */
async function addEvents(team: TeamStage, agents: readonly string[], entries: number): Promise<void> {
  const now = Date.now();
  const directory = await demoLog(entries, now);
  const since = now - days * dayMs;
  const lines = readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
  for (let day = 0; day <= days; day++)
    await team.sql('select permesso.add_events_partition($1::date)', [new Date(since + day * dayMs)]);
  // Sixty days of the log become thirty: twice as much on each.
  const rows = lines.map((line, at) => {
    const entry = JSON.parse(line) as Line;
    const back = (now - Date.parse(entry.at)) / 2;
    return {
      agent: agents[Math.floor(at / 90) % agents.length],
      seq: entry.seq,
      at: new Date(now - back).toISOString(),
      type: entry.type,
      verdict: entry.verdict ?? null,
      tool: entry.call?.tool ?? null,
      session: entry.session ?? null,
      line,
    };
  });
  for (let from = 0; from < rows.length; from += 5000)
    await team.sql(
      `insert into events (organisation, agent, seq, received_at, at, type, verdict, tool, session, line)
       select g.organisation, r.agent, r.seq, r.at, r.at, r.type, r.verdict, r.tool, r.session, r.line
       from jsonb_to_recordset($1::jsonb) as r (agent uuid, seq bigint, at timestamptz, type text, verdict text,
         tool text, session text, line text)
       join agents g on g.id = r.agent where r.at >= $2`,
      [JSON.stringify(rows.slice(from, from + 5000)), new Date(since)],
    );
  const halves = Array.from({ length: 48 }, (_, at) => `sum(n) filter (where half = ${at + 1})::integer`);
  // As the server counts what it stores: the pages look at counts alone.
  const counts = (columns: string, types: string): string =>
    `select organisation, day, ${columns}, sum(n), array[${halves.join(', ')}] from (
       select e.organisation, (received_at at time zone 'UTC')::date as day,
         1 + floor(extract(epoch from received_at) / 1800)::bigint % 48 as half, ${columns}, count(*) as n
       from (select organisation, agent, received_at, type, coalesce(verdict, '') as verdict, coalesce(tool, '') as tool,
           case when type = 'decision' then coalesce(line::jsonb #>> '{receipt,rules,0,text}', '') else '' end as rule
         from events where type like '${types}') e
       join (select id, project from agents) g on g.id = e.agent
       group by 1, 2, 3, ${columns}) e group by 1, 2, ${columns}`;
  await team.sql(
    `insert into entry_counts (organisation, day, project, type, verdict, tool, rule, count, half_hours, shard)
     select *, 0 from (${counts('project, type, verdict, tool, rule', '%')}) counted on conflict do nothing`,
  );
  await team.sql(
    `insert into agent_counts (organisation, day, agent, verdict, tool, count, half_hours)
     ${counts('agent, verdict, tool', 'decision')}`,
  );
}

interface Line {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly verdict?: string;
  readonly session?: string;
  readonly call?: { readonly tool: string };
}

async function addVersions(team: TeamStage): Promise<void> {
  const author = await team.token('ben', ['author']);
  const path = `/v1/projects/${team.project}`;
  const now = { allow: [...rules.allow], ask: [...rules.ask], deny: [...rules.deny] };
  for (const [at, { note, allow = [], ask = [], deny = [] }] of drafts.entries()) {
    now.allow.push(...allow);
    now.ask.push(...ask);
    now.deny.push(...deny);
    const text = [
      'mode: default',
      ...(['allow', 'ask', 'deny'] as const).flatMap((verdict) => [
        `${verdict}:`,
        ...now[verdict].map((rule) => `  - ${rule}`),
      ]),
      'tests:',
      ...tests.map((test) => `  - ${test}`),
      '',
    ].join('\n');
    await team.ask(`POST ${path}/policies`, { text, note }, author);
    const version = at + 1;
    if (version === drafts.length) break;
    const { review } = await team.ask(`GET ${path}/policies/${version}`);
    if (review.state === 'needed') await approveVersion(team, version);
    const stage = version === drafts.length - 1 ? { stage: 'share', share: 10 } : { stage: 'all' };
    await team.ask(`POST ${path}/rollout`, { version, ...stage }, author);
  }
  await team.sql(
    `update policy_versions set created_at = now() - make_interval(days => 5 * (6 - number), hours => number)
     where project = $1`,
    [team.project],
  );
}

/** As machines report it: four of them obey the newer version, two have said nothing. */
async function addCounts(team: TeamStage, agents: readonly string[]): Promise<void> {
  const add = (version: number, reporting: readonly string[], shares: readonly [number, number]) =>
    team.sql(
      `insert into policy_counts
         (organisation, project, agent, version, obeyed, sequence, decisions, denials, asks)
       select organisation, project, id, $1, true, 1, 420, round(420 * $3::float8), round(420 * $4::float8)
       from agents where id = any($2::uuid[])`,
      [version, reporting, ...shares],
    );
  await add(4, agents.slice(4, machines - 2), [0.02, 0.194]);
  await add(5, agents.slice(0, 4), [0.026, 0.096]);
}
