/** The environment variable that names the folder for what tests have noted. Workers inherit it. */
export const coverageFolder = 'PERMESSO_COVERAGE';

export interface CoverageLine {
  readonly rule: string;
  /** False: the rule exists. True: it spoke about a call. */
  readonly hit: boolean;
}

export interface Coverage {
  readonly rules: readonly string[];
  readonly neverHit: readonly string[];
}

/** Lines that are no lines are left out: a worker may have been killed in the middle of one. */
export function coverageOf(lines: readonly string[]): Coverage {
  const rules = new Map<string, boolean>();
  for (const text of lines) {
    const line = lineIn(text);
    if (line !== undefined) rules.set(line.rule, (rules.get(line.rule) ?? false) || line.hit);
  }
  const names = [...rules.keys()].toSorted();
  return { rules: names, neverHit: names.filter((name) => rules.get(name) === false) };
}

export function printCoverage({ rules, neverHit }: Coverage): string {
  const hit = rules.length - neverHit.length;
  const head = `Policy coverage: ${hit} of ${rules.length} rules applied to a call.`;
  return [head, ...neverHit.map((rule) => `  never  ${rule}`)].join('\n');
}

function lineIn(text: string): CoverageLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line !== 'object' || line === null || !('rule' in line) || !('hit' in line)) return undefined;
    return typeof line.rule === 'string' ? { rule: line.rule, hit: line.hit === true } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
