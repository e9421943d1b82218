import { modes, type Mode } from '../policy/mode-name.ts';
import { verdicts, type Verdict } from '../policy/verdict.ts';

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
  /** Verdicts that are no mistake either. */
  readonly acceptable: readonly Verdict[];
  /** `bypass`: an allow would be a hole. `friction`: anything but allow would be a nuisance. */
  readonly severity: 'bypass' | 'friction';
  readonly why: string;
  readonly source: string;
  /** What the file system holds; everything else is plain. */
  readonly fs?: { readonly symlinks?: Readonly<Record<string, string>> };
}

/** Reads one file, or says which line is wrong and how. */
export function readCases(text: string, file: string): readonly ConformanceCase[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `${file}:${at + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new TypeError(`${place}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    const problem = problemIn(value);
    if (problem !== undefined) throw new TypeError(`${place}: ${problem}`);
    return [value as ConformanceCase];
  });
}

function problemIn(value: unknown): string | undefined {
  if (!isRecord(value)) return 'a case is an object';
  if (typeof value['id'] !== 'string' || value['id'] === '') return '`id` is missing';
  if (!modes.includes(value['mode'] as Mode)) return `\`mode\` is none of ${modes.join(', ')}`;
  const rules = value['rules'];
  if (!isRecord(rules) || !verdicts.every((verdict) => isTexts(rules[verdict])))
    return '`rules` needs the lists allow, ask and deny';
  const call = value['call'];
  if (!isRecord(call) || typeof call['tool'] !== 'string' || !isRecord(call['input']))
    return '`call` needs tool and input';
  if (!verdicts.includes(value['expect'] as Verdict)) return `\`expect\` is none of ${verdicts.join(', ')}`;
  if (!isTexts(value['acceptable'])) return '`acceptable` is not a list';
  if (value['severity'] !== 'bypass' && value['severity'] !== 'friction')
    return '`severity` is bypass or friction';
  if (typeof value['cwd'] !== 'string' || !isTexts(value['workingDirectories']))
    return '`cwd` or `workingDirectories` is missing';
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
