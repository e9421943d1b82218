import { joinDays } from '../../src/audit/join-days.ts';
import { ask, createTeam, inspect, startTestServer } from '../harness.ts';
import { machineReport } from '../machine-report.ts';
import { readOptions } from '../script-options.ts';
import { fillEntries } from './fill-entries.ts';

const values = readOptions({
  name: 'npm run tools -- load:pages',
  says: 'Lists and searches of an organisation with many people and machines, by turns with a page that asks the database for nothing.',
  options: {
    people: { type: 'string', default: '10000', says: 'people, each with one machine that has reported' },
    'fill-seconds': { type: 'string', default: '10', says: 'how long entries of the last 30 days are made' },
    turns: { type: 'string', default: '20', says: 'how often each page is asked for' },
  },
  example: ['--people 1000', 'a smaller organisation'],
  exits: { 1: 'a page failed' },
});

const server = await startTestServer();
try {
  const team = await createTeam(server, 'acme');
  const people = Number(values.people);
  const add = (statement: string, given: readonly unknown[]): Promise<unknown> =>
    inspect(server.databaseUrl, statement, [team.organisation, ...given]);
  await add(
    `insert into people (organisation, issuer, subject, email, name)
     select $1, 'https://id.example', 'p' || n, 'p' || n || '@acme.example', 'Person ' || n from generate_series(1, $2::int) n`,
    [people],
  );
  await add(
    `insert into agents (organisation, project, owner, name, public_key, owner_confirmed_at)
     select $1, $2, id, 'laptop of ' || subject, sha256(convert_to(subject, 'UTF8')), now() from people where subject ~ '^p\\d+$'`,
    [team.project],
  );
  await add(
    `insert into machines (organisation, agent, report, protection, client, log_seq, is_diverging, clock_ahead_ms)
     select $1, id, $2::jsonb, 'proven', '0.1.0', 0, false, 0 from agents where name ~ '^laptop of '`,
    [JSON.stringify(machineReport())],
  );
  const made = await inspect<{ readonly id: string }>(
    server.databaseUrl,
    "select id from agents where name ~ '^laptop of '",
  );
  const agents = made.map(({ id }) => id);
  const seconds = Number(values['fill-seconds']);
  const entries = await fillEntries(server.databaseUrl, { team, agents, seconds });
  process.stdout.write(`${people} people and machines, ${entries} entries of 30 days\n`);
  // As the hourly work does, and autovacuum within a minute.
  await joinDays(server.database);
  await inspect(server.databaseUrl, 'analyze');
  const paths = {
    'Nothing but HTTP': '/healthz',
    'People, first page': '/v1/people',
    'People, a search': '/v1/people?find=p7777%40',
    'People without a role': '/v1/people?which=no-role',
    'Machines, first page': '/v1/machines',
    'Machines, a search': '/v1/machines?find=p7777',
    'Machines of one state': '/v1/machines?state=proven',
    'Activity, newest entries': '/api/activity',
    'Activity, chart and filters of 7 days': '/api/activity/counts?range=7d',
    'Activity, chart and filters of 30 days': '/api/activity/counts?range=30d',
  };
  const took = new Map<string, number[]>();
  for (let turn = 0; turn < Number(values.turns); turn++)
    for (const [name, path] of Object.entries(paths)) {
      const begun = performance.now();
      const { status } = await ask(server, `GET ${path}`, { token: team.token('admin') });
      if (status !== 200) throw new Error(`${path}: ${status}`);
      took.set(name, [...(took.get(name) ?? []), performance.now() - begun]);
    }
  for (const [name, times] of took) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
    process.stdout.write(`| ${name} | ${at(0.5)} ms | ${at(0.95)} ms |\n`);
  }
} finally {
  await server.end();
}
