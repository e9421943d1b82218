import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import { ONLY_BASH } from '../read/shells/shell-set.ts';
import { expandText } from '../effects/carriers.ts';
import type { Expanded } from '../effects/carriers.ts';
import { families } from './families.ts';
import { commandIndex } from '../model/find-command.ts';
import type { Command, Touch } from '../model/model.ts';
import { labelsListing, listingLine } from '../model/places-of.ts';
import { parseSpec } from '../model/option-spec.ts';

const world = fixedWorld();
const rows: readonly (readonly [string, Command])[] = [...families].flatMap(([family, commands]) =>
  commands().flatMap((command) => withSubcommands(command).map((row) => [family, row] as const)),
);

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...(command.subcommands ?? []).flatMap(withSubcommands)];
}

/** The command itself: examples are single commands, parentheses are words for `find`. */
function first(text: string): Expanded {
  const [{ commands }] = expandText(quoted(text), world, ONLY_BASH);
  const [command] = commands;
  if (command === undefined) throw new Error(`nothing found in ${text}`);
  return command;
}

function quoted(text: string): string {
  return text.replaceAll(/(^| )([()]|;)(?= |$)/gu, "$1'$2'");
}

function shown({ access, word, recursive }: Touch): string {
  const text = word.kind === 'literal' ? word.text : `<${word.reason}>`;
  return `${access} ${text}${recursive === true ? '/**' : ''}`;
}

function examplesOf(kind: 'reads' | 'edits' | 'acts' | 'escalates'): readonly (readonly [string, string])[] {
  return rows.flatMap(([family, row]) => (row.examples?.[kind] ?? []).map((text) => [family, text] as const));
}

describe('every family says what its commands do', () => {
  test.each(examplesOf('reads'))('%s: `%s` reads', (_, text) => {
    const { judgement } = first(text);
    expect([judgement?.does, judgement?.why, judgement?.escalations]).toEqual(['reads', undefined, []]);
  });

  test.each(examplesOf('edits'))('%s: `%s` edits', (_, text) => {
    expect(first(text).judgement?.does).toBe('edits');
  });

  test.each(examplesOf('acts'))('%s: `%s` acts', (_, text) => {
    expect(first(text).judgement?.does).toBe('acts');
  });

  test.each(examplesOf('escalates'))('%s: `%s` needs to be spelled', (_, text) => {
    const { judgement } = first(text);
    expect(judgement?.does).toBe('acts');
    expect(judgement?.escalations).not.toEqual([]);
  });

  test.each(
    rows.flatMap(([family, row]) =>
      (row.examples?.touches ?? []).map(([text, what]) => [family, text, what]),
    ),
  )('%s: `%s` touches %s', (_, text, what) => {
    expect(
      first(text ?? '')
        .judgement?.touches.map(shown)
        .join(', '),
    ).toBe(what);
  });

  test.each(
    rows.flatMap(([family, row]) =>
      (row.examples?.carries ?? []).map(([text, what]) => [family, text, what]),
    ),
  )('%s: `%s` carries `%s`', (_, text, what) => {
    const [{ commands }] = expandText(quoted(text ?? ''), world, ONLY_BASH);
    const carried = commands.filter(({ chain }) => chain.length > 0);
    const said = carried.map(({ words }) =>
      words.map((word) => (word.kind === 'literal' ? word.text : '?')).join(' '),
    );
    expect(said).toContain(what);
  });
});

describe('the rows themselves', () => {
  const roles = new Set(
    'text task plain argument read write output delete move source field revision image repository url host remote-from remote-to directory program shell code sql sed awk variable'.split(
      ' ',
    ),
  );

  test.each(rows.map(([family, row]) => [family, row.names[0] ?? '', row] as const))(
    '%s: %s has readable options',
    (_, __, row) => {
      const specs = [row.options, row.changing, ...(row.escalating ?? []).map(({ options }) => options)];
      for (const { name, role } of specs.flatMap((spec) => parseSpec(spec ?? '', row.style === 'words'))) {
        expect(name).toMatch(row.style === 'words' ? /^\S+$/u : /^(?:-[\w#@%,.+]|--[a-z0-9][\w.-]*)$/u);
        expect(role === undefined || roles.has(role)).toBe(true);
      }
    },
  );

  test('an option that is spelled twice in one list means the same both times', () => {
    // The first wins: `-gmot: -t:write` would lose that `-t` is written to.
    const torn = rows.flatMap(([, row]) => {
      const lists = [row.options, row.changing, ...(row.escalating ?? []).map(({ options }) => options)];
      return lists.flatMap((spec) => {
        const options = parseSpec(spec ?? '', row.style === 'words');
        const winner = new Map(options.toReversed().map((option) => [option.name, option]));
        return options
          .filter(({ name, role }) => role !== undefined && winner.get(name)?.role !== role)
          .map(({ name }) => `${row.names[0]} ${name}`);
      });
    });
    expect(torn).toEqual([]);
  });

  test('no name belongs to two rows', () => {
    const names = [...families.values()].flatMap((make) => make()).flatMap((row) => row.names);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(commandIndex().size).toBe(names.length);
  });

  // The hook makes the family that the line of a name says, and no other.
  test('each name is found in the lines that the build writes, by its family', () => {
    const made = [...families].map(([family, make]) => ({
      family,
      names: make().flatMap((row) => row.names),
    }));
    const lines = made.map(({ family, names }) => listingLine(family, names)).join('\n');
    const wrong = made.flatMap(({ family, names }) =>
      names.filter((name) => !labelsListing(name, lines).includes(family)),
    );
    expect(wrong).toEqual([]);
    const labels = made.flatMap(({ names }) => names.flatMap((name) => labelsListing(name, lines)));
    // Names that share a code have a family read in vain.
    expect(labels.length).toBeLessThan(commandIndex().size * 1.05);
    expect(made.flatMap(({ names }) => names).toSorted()).toEqual([...commandIndex().keys()].toSorted());
    expect(labelsListing('no-such-program', lines)).toEqual([]);
  });

  test('every command has examples', () => {
    const bare = [...families.values()].flatMap((make) => make()).filter((row) => row.examples === undefined);
    expect(bare.map(({ names }) => names[0])).toEqual([]);
  });
});
