/** A command, by its words, that removes or rewrites something no undo restores. */
export interface LastingWords {
  readonly first: RegExp;
  /** Anywhere after the first; absent: the first is enough. */
  readonly later?: RegExp;
  /** Also in other lines and after other characters: a script for the program, not a shell command. */
  readonly isScript?: true;
}

/**
 * The engine's effects cover files and processes; these cover what lies elsewhere. Suspicion is enough: it changes no verdict
 * and only asks for a more careful answer.
 */
export const lastingWords: readonly LastingWords[] = [
  {
    first: /^push$/,
    later: /^(?:-\w*[fd]|--(?:force|delete|mirror|prune)|\+|:\S)/,
  },
  {
    first: /^branch$/,
    later: /^(?:-\w*D|--delete$)/,
  },
  { first: /^tag$/, later: /^(?:-d|--delete)$/ },
  {
    first: /^(?:aws|az|bq|doctl|fly|flyctl|gcloud|gsutil|heroku|ibmcloud|oci|wrangler)$/,
    later: /delete|destroy|^(?:purge|rb|rm)$|^terminate/,
  },
  {
    first:
      /(?:^|\/)(?:clickhouse-client|cockroach|cqlsh|mariadb|mongo|mongosh|mysql|psql|redis-cli|sqlcmd|sqlite3|valkey-cli)$/,
    later: /\b(?:delete|drop|flush|truncate)/i,
    isScript: true,
  },
  {
    first: /^(?:db:(?:drop|reset)|migrate:(?:fresh|reset))/,
  },
  {
    first: /^rsync$/,
    later: /^--del(?:ete)?/,
  },
  { first: /^migrate$/, later: /^reset$/ },
  { first: /^pulumi$/, later: /^(?:destroy|down)$/ },
];

/** Checks word by word, so that the time is linear in the command's length: an agent may send half a megabyte. */
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
