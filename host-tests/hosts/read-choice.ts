import { parseArgs } from 'node:util';

/** What a run of real programs was told to do. */
export interface Choice {
  /** All of them where none is named. */
  readonly programs: readonly string[];
  readonly cases: readonly string[];
  /** Raw answers instead of cases. */
  readonly measure: boolean;
  /** Of the newest version instead of the pinned one. */
  readonly newest: boolean;
  readonly write: boolean;
  readonly verbose: boolean;
  readonly help: boolean;
  readonly ci: boolean;
  readonly jobs: number;
  /** Words that name nothing: then nothing is run. */
  readonly unknown: readonly string[];
}

export interface Choosable {
  readonly programs: readonly string[];
  readonly cases: readonly string[];
  /** What `--ci` stands for, where there is such a slice. */
  readonly slice?: { readonly programs: readonly string[]; readonly cases: readonly string[] };
}

/** `[PROGRAM ...] [--case NAME ...] [--write] [--verbose] [--ci] [--jobs N] [--help]`, for every script that starts real programs. */
export function readChoice(all: Choosable, argv: readonly string[] = process.argv.slice(2)): Choice {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      case: { type: 'string', multiple: true, default: [] },
      measure: { type: 'boolean', default: false },
      newest: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      ci: { type: 'boolean', default: false },
      jobs: { type: 'string', default: '2' },
    },
  });
  const fallback = values.ci ? (all.slice ?? all) : all;
  const jobs = Number(values.jobs);
  return {
    programs: positionals.length > 0 ? positionals : fallback.programs,
    cases: values.case.length > 0 ? values.case : fallback.cases,
    measure: values.measure,
    newest: values.newest,
    write: values.write,
    verbose: values.verbose,
    help: values.help,
    ci: values.ci,
    jobs,
    unknown: [
      ...positionals.filter((name) => !all.programs.includes(name)),
      ...values.case.filter((name) => !all.cases.includes(name)),
      ...(values.newest && (values.write || !values.measure) ? ['--newest'] : []),
      ...(values.ci && all.slice === undefined ? ['--ci'] : []),
      ...(jobs >= 1 ? [] : [`--jobs ${values.jobs}`]),
    ],
  };
}
