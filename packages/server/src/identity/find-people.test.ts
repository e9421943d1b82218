import { expect, test } from 'vitest';
import { ask, inspect, type Answered, type Team, type TestServer } from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';

let server: TestServer;
let team: Team;

onTeams((made) => {
  ({ server, team } = made);
});

const people = async (asked = '', who = 'admin'): Promise<Answered['json']> =>
  (await ask(server, `GET /v1/people${asked}`, { token: team.token(who) })).json;

test('of 10,000 people each is found, and counted, by the server', async () => {
  await inspect(
    server.databaseUrl,
    `insert into people (organisation, issuer, subject, email, name, disabled_at)
     select $1, 'https://id.example', 'p' || n, 'p' || n || '@x.example', 'Person ' || n,
       case when n % 100 = 0 then now() end
     from generate_series(1, 10000) n`,
    [team.organisation],
  );
  const own = Object.keys(team.people).length;
  const begun = performance.now();
  const first = await people();
  process.stdout.write(`People at 10,000: ${Math.round(performance.now() - begun)} ms\n`);
  expect(first.people).toHaveLength(1000);
  expect(first.counts).toEqual({ all: 10_000 + own, admins: 1, 'no-role': 9900, disabled: 100 });
  for (const [find, found] of [
    [`admin@${team.name}`, [`admin@${team.name}.example`]],
    ['PERSON 7777', ['p7777@x.example']],
    ['p9999@', ['p9999@x.example']],
    ['nobody at all', []],
    ['%', []],
  ] as const) {
    const answer = await people(`?find=${encodeURIComponent(find)}`);
    expect([find, answer.people.map(({ email }: { email: string }) => email)]).toEqual([find, found]);
    expect(answer.counts.all).toBe(10_000 + own);
  }
  expect((await people('?which=admins')).people).toMatchObject([{ email: `admin@${team.name}.example` }]);
  expect((await people('?which=disabled')).people).toHaveLength(100);
  const seen = new Set<string>();
  for (let page = first.people; page.length > 0; page = (await people(`?after=${page.at(-1).id}`)).people)
    for (const { id } of page) seen.add(id);
  expect(seen.size).toBe(10_000 + own);
});
