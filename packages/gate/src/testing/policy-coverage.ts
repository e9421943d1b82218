import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverageFolder, coverageOf, printCoverage, type Coverage } from './coverage.ts';

/** How many of the rules tests must reach, and where the report goes. */
export interface PolicyCoverageOptions {
  /** Per cent of the rules; the run fails below. */
  readonly atLeast?: number;
  /** Where the report goes; standard output when absent. */
  readonly write?: (text: string) => void;
}

/**
 * A reporter for vitest: which rules of a policy no test has ever reached. `reporters: ['default', new PolicyCoverage()]`.
 *
 * @example
 * ```ts
 * // vitest.config.ts
 * import { PolicyCoverage } from '@permesso/gate/testing';
 * export default { test: { reporters: ['default', new PolicyCoverage({ atLeast: 90 })] } };
 * ```
 */
export class PolicyCoverage {
  readonly #options: PolicyCoverageOptions;
  #folder: string | undefined;

  constructor(options: PolicyCoverageOptions = {}) {
    this.#options = options;
  }

  /** Before the workers start, which inherit the environment. */
  onInit(): void {
    this.#folder = mkdtempSync(join(tmpdir(), 'permesso-coverage-'));
    process.env[coverageFolder] = this.#folder;
  }

  onTestRunEnd(): Coverage | undefined {
    if (this.#folder === undefined) return undefined;
    const coverage = coverageOf(linesIn(this.#folder));
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20 });
    this.#folder = undefined;
    if (coverage.rules.length === 0) return coverage;
    const { write = (text) => void process.stdout.write(text), atLeast } = this.#options;
    write(`${printCoverage(coverage)}\n`);
    const share = (100 * (coverage.rules.length - coverage.neverHit.length)) / coverage.rules.length;
    if (atLeast !== undefined && share < atLeast) {
      write(`That is less than ${atLeast} per cent.\n`);
      process.exitCode = 1;
    }
    return coverage;
  }
}

function linesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
}
