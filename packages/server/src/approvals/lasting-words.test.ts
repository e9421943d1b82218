import { expect, test } from 'vitest';
import { hasLastingWords, lastingWords } from '@permesso/protocol/approval';
import { signedInReason } from './signed-in-reason.ts';

function reasonFor(command: string): ReturnType<typeof signedInReason> {
  const call = { tool: 'Bash', input: { command }, cwd: '/home/dev/project' };
  const request = { effects: [], call } as unknown as Parameters<typeof signedInReason>[0]['request'];
  return signedInReason({ quorum: 1, request });
}

const lasting = [
  'git push --force origin main',
  'git push origin :main',
  'git push -uf',
  'git push origin +main',
  'git branch -D main',
  'git -C x branch --delete --force main',
  'git tag -d v1',
  'aws s3 rm s3://b --recursive',
  'aws s3 rb s3://b --force',
  'aws ec2 terminate-instances --instance-ids i-1',
  'aws dynamodb delete-table --table-name t',
  'gcloud sql instances delete x',
  'az group delete -n x',
  'heroku apps:destroy x',
  'psql -c "drop table users"',
  "psql <<'SQL'\nselect 1;\ndelete from users;\nSQL",
  'mysql -e "TRUNCATE TABLE x"',
  'redis-cli flushall',
  'mongosh --eval "db.dropDatabase()"',
  'rails db:drop',
  'php artisan migrate:fresh',
  'rsync -a --delete dist/ web:/srv',
  'prisma migrate reset',
  'pulumi destroy',
];

/** Alike, and harmless. */
const harmless = [
  'git push',
  'git push -u origin main',
  'git branch',
  'git branch -a',
  'git tag v1',
  'aws s3 ls s3://b',
  'gcloud config list',
  'az account show',
  'psql -c "select 1"',
  'redis-cli get x',
  "grep 'drop table' schema.sql",
  'rails db:migrate',
  'rsync -a dist/ web:/srv',
  'prisma migrate dev',
  'pulumi preview',
];

test('every row has an example', () => {
  const words = lasting.flatMap((line) => line.split(/\s+/u));
  expect(lastingWords.filter(({ first }) => !words.some((word) => first.test(word)))).toEqual([]);
});

test.each(lasting)('%s is answered signed in', (command) => {
  expect(reasonFor(command)).toBe('destructive');
});

test.each(harmless)('%s may be answered elsewhere', (command) => {
  expect(reasonFor(command)).toBeUndefined();
});

test('half a megabyte of words that begin something is read at once', () => {
  const began = performance.now();
  for (const words of ['git branch ', 'push ', 'psql aws -', '-', 'a', ' ', '\n', ';'])
    expect(hasLastingWords(words.repeat(500_000 / words.length))).toBe(false);
  expect(performance.now() - began).toBeLessThan(30_000);
});
