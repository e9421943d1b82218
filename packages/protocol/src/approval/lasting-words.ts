/** A command that removes or rewrites what no undo brings back, by its words. */
export interface LastingWords {
  readonly first: RegExp;
  /** Anywhere behind the first; where absent, that one is enough. */
  readonly later?: RegExp;
  /** Also in other lines and behind other signs: a script for the program, not a command of the shell. */
  readonly isScript?: true;
  readonly marks: readonly string[];
  /** Alike, and harmless. */
  readonly leaves: readonly string[];
}

/**
 * What the engine says of effects is about files and processes; these are about what lies elsewhere. Suspicion is enough:
 * it changes no verdict and only asks for a better answer.
 */
export const lastingWords: readonly LastingWords[] = [
  {
    first: /^push$/,
    later: /^(?:-\w*[fd]|--(?:force|delete|mirror|prune)|\+|:\S)/,
    marks: ['git push --force origin main', 'git push origin :main', 'git push -uf', 'git push origin +main'],
    leaves: ['git push', 'git push -u origin main'],
  },
  {
    first: /^branch$/,
    later: /^(?:-\w*D|--delete$)/,
    marks: ['git branch -D main', 'git -C x branch --delete --force main'],
    leaves: ['git branch', 'git branch -a'],
  },
  { first: /^tag$/, later: /^(?:-d|--delete)$/, marks: ['git tag -d v1'], leaves: ['git tag v1'] },
  {
    first: /^(?:aws|az|bq|doctl|fly|flyctl|gcloud|gsutil|heroku|ibmcloud|oci|wrangler)$/,
    later: /delete|destroy|^(?:purge|rb|rm)$|^terminate/,
    marks: [
      'aws s3 rm s3://b --recursive',
      'aws s3 rb s3://b --force',
      'aws ec2 terminate-instances --instance-ids i-1',
      'aws dynamodb delete-table --table-name t',
      'gcloud sql instances delete x',
      'az group delete -n x',
      'heroku apps:destroy x',
    ],
    leaves: ['aws s3 ls s3://b', 'gcloud config list', 'az account show'],
  },
  {
    first:
      /(?:^|\/)(?:clickhouse-client|cockroach|cqlsh|mariadb|mongo|mongosh|mysql|psql|redis-cli|sqlcmd|sqlite3|valkey-cli)$/,
    later: /\b(?:delete|drop|flush|truncate)/i,
    isScript: true,
    marks: [
      'psql -c "drop table users"',
      "psql <<'SQL'\nselect 1;\ndelete from users;\nSQL",
      'mysql -e "TRUNCATE TABLE x"',
      'redis-cli flushall',
      'mongosh --eval "db.dropDatabase()"',
    ],
    leaves: ['psql -c "select 1"', 'redis-cli get x', "grep 'drop table' schema.sql"],
  },
  {
    first: /^(?:db:(?:drop|reset)|migrate:(?:fresh|reset))/,
    marks: ['rails db:drop', 'php artisan migrate:fresh'],
    leaves: ['rails db:migrate'],
  },
  {
    first: /^rsync$/,
    later: /^--del(?:ete)?/,
    marks: ['rsync -a --delete dist/ web:/srv'],
    leaves: ['rsync -a dist/ web:/srv'],
  },
  { first: /^migrate$/, later: /^reset$/, marks: ['prisma migrate reset'], leaves: ['prisma migrate dev'] },
  { first: /^pulumi$/, later: /^(?:destroy|down)$/, marks: ['pulumi destroy'], leaves: ['pulumi preview'] },
];

/** Word by word, so that the time is that of the command's length: an agent may send half a megabyte. */
export function hasLastingWords(command: string): boolean {
  const whole = command.split(/\s+/);
  const pieces = command.split(/[;&|\n]/).map((piece) => piece.split(/\s+/));
  return lastingWords.some(({ first, later, isScript }) =>
    (isScript === true ? [whole] : pieces).some((words) => {
      const at = words.findIndex((word) => first.test(word));
      if (at === -1 || later === undefined) return at !== -1;
      return words.some((word, place) => place > at && later.test(word));
    }),
  );
}
