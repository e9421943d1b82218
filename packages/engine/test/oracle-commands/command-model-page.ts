import { families } from '../../src/facts/shell/commands/families.ts';
import { loadsBeforePrinting } from '../../src/facts/shell/model/proof.ts';

/** What is kept of a program's runs. */
export interface Recorded {
  readonly program: string;
  readonly version: string;
  readonly lines: number;
  readonly reads: number;
  readonly succeeded: number;
  readonly contradictions: number;
  readonly starts: readonly string[];
  readonly scratch: readonly string[];
  readonly loads: readonly string[];
}

/** Run, without a contradiction; where the model says that it may only read, at least one such line went well. */
export function isProven({ lines, reads, succeeded, contradictions }: Recorded): boolean {
  return lines > 0 && contradictions === 0 && (reads === 0 || succeeded > 0);
}

export function provenSource(all: readonly Recorded[]): string {
  const names = all.filter(isProven).map(({ program }) => program);
  const unfit = names.filter((name) => /[`$\s]/u.test(name));
  if (unfit.length > 0) throw new Error(`these cannot stand in a template: ${unfit.join(', ')}`);
  return `import { wordSet, type WordSet } from '../../word-set.ts';

/** Written by \`packages/engine/test/oracle-commands/page.ts\`: programs that were run; the page of the command model has their versions. */
export const provenPrograms: WordSet = wordSet(
  \`${names.join(' ')}\`,
);
`;
}

export function commandModelPage(all: readonly Recorded[]): string {
  const byName = new Map(all.map((one) => [one.program, one]));
  const names = [...families.values()].flatMap((make) => make()).flatMap((row) => row.names);
  const proven = names.filter((name) => isKnownProven(byName.get(name)));
  const lines = all.reduce((sum, one) => sum + one.lines, 0);
  return `# What is known about commands, and what was proven

What Permesso says about a command is data, in \`packages/engine/src/facts/shell/commands/\`. This page is generated from the runs of the
oracle: \`npm run tools -- oracle:commands\` runs the real program, in a sandbox, in a repository and a home in which everything that a
program may load is planted and marks its run, and compares what it did with what the model says of the same line.

- Names in the model: **${names.length}**. Proven: **${proven.length}**. Not proven: **${names.length - proven.length}**.
- Lines run: **${lines.toLocaleString('en')}**. Contradictions left: **${all.reduce((sum, one) => sum + one.contradictions, 0)}**.

*Proven* means: run in this version, with the row's examples and with lines made from its options, without a plant that ran, a
write, a connection or a secret that the model does not name. It proves nothing about other versions, nor about lines that were
not run. A name that is not proven keeps what its row says, by its manual; a receipt then says *read-only, by the manual of* it.

## Programs that run a repository's code when asked for help or a version

Where \`--help\` or \`--version\` itself does it, the model does not take these for printing. \`help\`, \`version\`, \`-v\` and \`-V\` are often
nothing of the kind: a goal of make, a task, a louder run.

| Program | What runs | Seen |
|---|---|---|
${loadRows(all)}

## Families

${[...families]
  .map(([family, rows]) =>
    familySection(
      family,
      rows().flatMap((row) => row.names),
      byName,
    ),
  )
  .join('\n\n')}

## What programs write for themselves

On lines that only read. These are caches and state below the home and temporary files; nothing of it is in the project.

| Program | Where |
|---|---|
${all
  .filter(({ scratch }) => scratch.length > 0)
  .map(
    ({ program, scratch }) =>
      `| \`${program}\` | ${scratch
        .slice(0, 6)
        .map((path) => `\`${path}\``)
        .join(', ')} |`,
  )
  .join('\n')}

## Programs of the system that they start

On lines that only read.

| Program | Starts |
|---|---|
${all
  .filter(({ starts }) => starts.length > 0)
  .map(({ program, starts }) => `| \`${program}\` | ${shortened(starts)} |`)
  .join('\n')}
`;
}

function isKnownProven(one: Recorded | undefined): boolean {
  return one !== undefined && isProven(one);
}

function shortened(paths: readonly string[]): string {
  const names = [...new Set(paths.map((path) => path.slice(path.lastIndexOf('/') + 1)))];
  return `${names
    .slice(0, 8)
    .map((name) => `\`${name}\``)
    .join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;
}

function loadRows(all: readonly Recorded[]): string {
  const seen = new Map<string, Map<string, string[]>>();
  for (const { program, loads } of all)
    for (const load of loads) {
      const cut = load.lastIndexOf(': ');
      const rows = seen.get(program) ?? new Map<string, string[]>();
      rows.set(load.slice(cut + 2), [...(rows.get(load.slice(cut + 2)) ?? []), load.slice(0, cut)]);
      seen.set(program, rows);
    }
  const rows = [...seen].map(([program, plants]) => {
    const what = [...plants.keys()].map((plant) => `\`${plant}\``).join(', ');
    const where = [...new Set([...plants.values()].flat())]
      .slice(0, 3)
      .map((line) => `\`${line}\``)
      .join(', ');
    return `| \`${program}\` | ${what} | ${where} |`;
  });
  const known = [...loadsBeforePrinting]
    .filter(([program]) => !seen.has(program))
    .map(([program, what]) => `| \`${program}\` | ${what} | known, not seen in these runs |`);
  return [...rows, ...known].toSorted().join('\n');
}

function familySection(
  family: string,
  names: readonly string[],
  byName: ReadonlyMap<string, Recorded>,
): string {
  const proven = names.filter((name) => isKnownProven(byName.get(name)));
  const others = names.filter((name) => !proven.includes(name));
  const list = proven.map(
    (name) => `\`${name}\` (${byName.get(name)?.version ?? ''}, ${byName.get(name)?.lines ?? 0})`,
  );
  return `### ${family[0]?.toUpperCase()}${family.slice(1)}: ${proven.length} of ${names.length} proven

${list.length === 0 ? 'None.' : `Proven (version, lines): ${list.join(', ')}.`}
${others.length === 0 ? '' : `\nNot proven: ${others.map((name) => `\`${name}\``).join(', ')}.\n`}`.trimEnd();
}
