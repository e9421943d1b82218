import type { Unlabelled } from '../../../packages/permesso/src/cli/commands/conformance.ts';

/** The words of a rule about one command; none for the whole shell. */
export function wordsOfRule(rule: string): readonly string[] {
  const inside = /^Bash\((.*?)(?::\*| \*)\)$/u.exec(rule)?.[1];
  return inside === undefined ? [] : inside.split(' ');
}

/** Whether the text of a line begins as the rule says. */
export function namesStart(rule: string, line: string): boolean {
  const start = wordsOfRule(rule).join(' ');
  return start === '' || line === start || line.startsWith(`${start} `);
}

export function commandOf({ call }: Unlabelled): string {
  const { command } = call.input;
  if (typeof command !== 'string') throw new TypeError('a case without a command');
  return command;
}

/** The folder that the engines were installed into. */
export function installed(id: string): string {
  const folder = process.env['PERMESSO_PEERS'];
  if (folder === undefined)
    throw new Error('PERMESSO_PEERS names no folder: start this with `npm run tools -- peers`');
  return `${folder}/${id}`;
}

/** One engine for each set of rules: loading is the slow part. */
export function perRules<E>(make: (given: Unlabelled) => E | Promise<E>): (given: Unlabelled) => Promise<E> {
  const made = new Map<string, Promise<E>>();
  return (given) => {
    const key = JSON.stringify([given.rules, given.cwd]);
    const found = made.get(key) ?? Promise.resolve(make(given));
    made.set(key, found);
    return found;
  };
}
