import type { World } from '../../../../world/world.ts';
import { isUnder } from '../../../paths/contains.ts';
import { rowEffects } from '../../model/row-effects.ts';
import { literalOf } from '../../read/words/word.ts';
import { riskInName, riskInOption, riskInProgramName } from '../../risks/risk-words.ts';
import type { Expanded } from '../carriers.ts';

/**
 * `docker compose exec web npm test`: a service of the project, in which the command has its usual effects. The compose file
 * and its settings are the project's, and the command is listed as reading, running or serving. Anything else counts as running
 * on another machine: a shell, text that is run, a variable, a mount.
 */
export function usesOwnService(command: Expanded, { workingDirectories }: World): boolean {
  const { args, place, away, assignments, elsewhere } = command;
  if (args === undefined || !composeCall.test(args.path.join(' '))) return false;
  if (away || elsewhere !== undefined || 'unknown' in place || assignments.length > 0) return false;
  if (!place.in.every((at) => workingDirectories.some((each) => at === each || isUnder(at, each))))
    return false;
  const [service, program] = args.operands;
  const isPlain =
    args.strangers.length + args.vague.length === 0 &&
    args.options.every(({ name, value }) => plainOptions.test(name) || isOwnFile(name, literalOf(value)));
  if (!isPlain || program === undefined || literalOf(service?.word) === undefined) return false;
  return isQuiet(args.words.slice(program.at).map(literalOf));
}

const composeCall = /^(?:(?:docker|podman|nerdctl) compose|docker-compose|podman-compose) (?:exec|run)$/u;
const plainOptions =
  /^(?:-[dTitu]|--(?:rm|no-deps|no-TTY|tty|interactive|detach|user|index|quiet|workdir|ansi|progress|profile))$/u;

/** `-f compose.dev.yml`, below the starting directory. */
function isOwnFile(name: string, file: string | undefined): boolean {
  const isFile = name === '-f' || name === '--file';
  return isFile && file !== undefined && /^(?!.*\.\.)[\w.-]+(?:\/[\w.-]+)*\.ya?ml$/u.test(file);
}

function isQuiet(words: readonly (string | undefined)[]): boolean {
  const texts = words.filter((text) => text !== undefined);
  const [program = '', ...rest] = texts;
  if (texts.length < words.length || !/^[a-z][\w.-]*$/u.test(program)) return false;
  // `manage.py shell -c X`, `artisan tinker`: code in the call. `npm run deploy`: a risky name.
  const saysMore = (text: string): boolean =>
    takesText.test(text) || (text.startsWith('-') ? riskInOption(text) : riskInName(text)) !== undefined;
  if (riskInProgramName(program) !== undefined || rest.some(saysMore)) return false;
  const given = rest.map((text) => ({ text, starts: text, mayBeOption: false }));
  const { effects } = rowEffects(program, given);
  const isScript = interpreters.test(program) && projectScript.test(rest[0] ?? '');
  return (
    (effects.length > 0 || isScript) &&
    effects.every(({ effect, possible }) => possible !== true && quiet.has(effect))
  );
}

const takesText =
  /^(?:-[a-z]*[cerx]|--(?:eval|execute|command|exec|run|code|expression)(?:=.*)?|shell|dbshell|tinker|console|runscript|eval|exec|.*:\/\/.*)$/iu;
const interpreters = /^(?:python[\d.]*|php|node|ruby|perl)$/u;
const projectScript = /^(?!.*\.\.)(?:[\w-]+\/)*(?:artisan|[\w-]+\.(?:py|php|m?js|rb|pl))$/u;
const quiet: ReadonlySet<string> = new Set(['read', 'remote-read', 'run', 'serve']);
