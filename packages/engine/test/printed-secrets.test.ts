import { describe, expect, test } from 'vitest';
import { shellParts } from '../src/facts/shell/effects/shell-parts.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

const reads = (text: string): boolean => shellParts(text, fixedWorld()).every(({ readOnly }) => readOnly);

describe('Finding 4: what prints a secret is not read-only', () => {
  test.each([
    'cat /proc/*/environ',
    'cat /proc/$PPID/environ',
    'cat "/proc/$X/environ"',
    'cat /proc/*/env*',
    'head -c 9 /proc/[0-9]*/environ',
    'cat /proc/self/task/*/environ',
    'cat /proc/self/task/7/environ',
    "sed '' /dev/fd/../environ",
    'cat /dev/fd/../../self/environ',
    'cat /dev/fd/9/../../stdin',
    'cat /dev/fd/../../self/env*',
    'cat /dev/fd/../../*/environ',
    'cat /dev/fd/$n/../environ',
    'cat "$d/environ"',
    'cat "$d/.env"',
    'cat "$d/../.env"',
    'cat "$d"/.e*',
    'cat src/../.e*',
    'cat */../.env',
    'cd "$d"; cat .env',
    'cd "$d"; cat .e*',
    'cd "$d"; cat < .env',
    'cd -P /dev/fd && cat ../environ',
    'ps -o environ',
    'ps -eo pid,environ',
    'ps e',
  ])('a file that a pattern or a value may be: %s', (text) => {
    expect(reads(text)).toBe(false);
  });

  test.each([
    'cat /proc/*/status',
    'cat /dev/stdin',
    'cat /dev/fd/63',
    'cat "$d/package.json"',
    'cat "$d"/*.json',
    'cat "$d/../README.md"',
    'cat src/../*.md',
    'cat "$d/.env.example"',
    'cd "$d" && cat config.json',
    'ps -p $X -o pid',
  ])('%s is', (text) => {
    expect(reads(text)).toBe(true);
  });

  test.each([
    'n=GITHUB_TOKEN; echo "${!n}"',
    'echo "${!n}"',
    'echo "${X:-$OPENAI_API_KEY}"',
    'echo "${A:-${B:-$OPENAI_API_KEY}}"',
    'echo "${PATH/x/$GITHUB_TOKEN}"',
    'echo ${X:+$GITHUB_TOKEN}',
    'echo "${a[$GITHUB_TOKEN]}"',
    'echo $((GITHUB_TOKEN))',
    ': "${GITHUB_TOKEN:?$GITHUB_TOKEN}"',
    'cat <<E\n$STRIPE_SECRET_KEY\nE',
    'cat <<E\n${X:-$STRIPE_SECRET_KEY}\nE',
    'cat <<< "$STRIPE_SECRET_KEY"',
    'x=$GITHUB_TOKEN; y=$x; echo $y',
    'for i in $GITHUB_TOKEN; do echo $i; done',
    "bash -c 'echo $GITHUB_TOKEN'",
    'eval echo \\$GITHUB_TOKEN',
    'echo `echo $GITHUB_TOKEN`',
    'while read x; do echo $x; done <<< "$GITHUB_TOKEN"',
    'bash -c "echo \\$GITHUB_TOKEN"',
  ])('every variable of the text counts: %s', (text) => {
    expect(reads(text)).toBe(false);
  });

  test.each([
    'n=PATH; echo "${!n}"',
    'a=(1 2); echo ${!a[@]}',
    ': "${GITHUB_TOKEN:?not set}"',
    'echo ${GITHUB_TOKEN:+set} ${#GITHUB_TOKEN}',
    'echo "set: $([ -n "$GITHUB_TOKEN" ] && echo yes)"',
    "cat <<'E'\n$STRIPE_SECRET_KEY\nE",
    'GITHUB_TOKEN=x; echo $GITHUB_TOKEN',
    "echo '$GITHUB_TOKEN' \\$GITHUB_TOKEN",
    'x=$(date); echo "$x"',
  ])('%s shows none', (text) => {
    expect(reads(text)).toBe(true);
  });

  test.each([
    "docker inspect -f '{{.Config.Env}}' app",
    'docker service inspect app',
    'git config --get url.https://x:y@github.com/.insteadOf',
    'git config --get-regexp http',
    'npm config get //registry.npmjs.org/:_authToken',
    'systemctl cat x',
    'history',
    "podman inspect app --format '{{json .Config}}'",
    "docker inspect -f '{{json .}}' app",
    'kubectl get -f x.yaml -o yaml',
    'systemctl show x',
    'systemctl show x -p Environment',
    'gcloud run services describe x',
    'gcloud functions describe f --format=json',
    'aws autoscaling describe-launch-configurations',
    'aws lambda list-functions',
    `docker exec db psql -c 'select * from pg_shadow'`,
    `docker exec db psql -c 'select * from "pg_authid"'`,
    `docker exec db mysql -e 'select * from mysql.user'`,
    `duckdb -c "select * from read_json('/proc/self/env'||'iron')"`,
  ])('a client that shows it: %s', (text) => {
    expect(reads(text)).toBe(false);
  });

  test.each([
    "docker inspect -f '{{.State.Health.Status}}' web",
    "docker inspect -f '{{.State.Status}} {{.Config.Image}}' web",
    'docker network inspect x',
    'git config --get user.email',
    'npm config ls -l',
    'kubectl get -f x.yaml',
    'systemctl show -p ActiveState,SubState x',
    "gcloud run services describe x --format='value(status.url)'",
    'gcloud run services list',
    `duckdb -c "select * from read_csv('a.csv', header=true)"`,
  ])('%s does not', (text) => {
    expect(reads(text)).toBe(true);
  });
});
