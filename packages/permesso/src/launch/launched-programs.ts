import { isAbsolute } from 'node:path';

/** A word as `launchLine` writes it: bare, or in single quotes with `'\''` for a quote inside. */
const word = /(?:[\w./:=-]|'[^']*'|\\')+/g;

/** The command inside a launch line: after `unset`, up to the exit code. */
const launch = /out=\$\(unset [\w ]+; ((?:[\w./:= -]|'[^']*'|\\')+)\); code=\$\?/;

/** The programs that a line made by `launchLine` starts: `timeout`, node, the hook. Empty for any other line. */
export function launchedPrograms(text: string): readonly string[] {
  const words = (launch.exec(text)?.[1]?.match(word) ?? []).map(unquote);
  // The host's name is the first word that is not a path; `-s KILL 12` belongs to `timeout`.
  const end = words.indexOf('--deadline') - 1;
  return words.slice(0, Math.max(0, end)).filter((each) => isAbsolute(each));
}

function unquote(text: string): string {
  return text.replaceAll(/'([^']*)'|\\(')/g, (_all, inner?: string, quote?: string) => inner ?? quote ?? '');
}
