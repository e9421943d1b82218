import { isRecord, messageOf } from '@permesso/engine/call';
import { type Mode, modes, type Verdict, verdicts } from '@permesso/engine/policy';

/** One labelled call of a conformance suite: a line of a `.jsonl` file. */
export interface ConformanceCase {
  readonly id: string;
  readonly category: string;
  readonly mode: Mode;
  readonly rules: {
    readonly allow: readonly string[];
    readonly ask: readonly string[];
    readonly deny: readonly string[];
  };
  readonly workingDirectories: readonly string[];
  readonly cwd: string;
  readonly call: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
  readonly expect: Verdict;
  /** Other verdicts that are not errors. */
  readonly acceptable: readonly Verdict[];
  /** `bypass`: an allow would be a hole. `friction`: anything but allow would be a nuisance. */
  readonly severity: 'bypass' | 'friction';
  readonly why: string;
  readonly source: string;
  /** Symbolic links in the file system; everything else is plain. */
  readonly fs?: { readonly symlinks?: Readonly<Record<string, string>> };
}

/** Parses one file, or names the line that is wrong and why. */
export function readCases(text: string, file: string): readonly ConformanceCase[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `${file}:${at + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new TypeError(`${place}: not JSON: ${messageOf(error)}`, { cause: error });
    }
    const problem = problemIn(value);
    if (problem !== undefined) throw new TypeError(`${place}: ${problem}`);
    return [value as ConformanceCase];
  });
}

type CaseFieldTest = (value: unknown) => boolean;

const isOneOf =
  (names: readonly string[]): CaseFieldTest =>
  (value) =>
    names.some((name) => name === value);

const isTextList: CaseFieldTest = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The required fields of a case, with a check and a description of each. */
const fields: readonly (readonly [string, CaseFieldTest, needs: string])[] = [
  ['id', (value) => typeof value === 'string' && value !== '', 'a text'],
  ['mode', isOneOf(modes), `one of ${modes.join(', ')}`],
  [
    'rules',
    (value) => isRecord(value) && verdicts.every((verdict) => isTextList(value[verdict])),
    'the lists allow, ask and deny',
  ],
  [
    'call',
    (value) => isRecord(value) && typeof value['tool'] === 'string' && isRecord(value['input']),
    'tool and input',
  ],
  ['expect', isOneOf(verdicts), `one of ${verdicts.join(', ')}`],
  ['acceptable', isTextList, 'a list of verdicts'],
  ['severity', isOneOf(['bypass', 'friction']), 'bypass or friction'],
  ['cwd', (value) => typeof value === 'string' && value.startsWith('/'), 'an absolute path'],
  ['workingDirectories', isTextList, 'a list of directories'],
];

function problemIn(value: unknown): string | undefined {
  if (!isRecord(value)) return 'a case is an object';
  const wrong = fields.find(([name, isRight]) => !isRight(value[name]));
  return wrong === undefined ? undefined : `\`${wrong[0]}\` needs ${wrong[2]}`;
}
