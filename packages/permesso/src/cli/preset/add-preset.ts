import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparePolicies, type Comparison, printable } from '@permesso/engine/decision';
import { compilePolicy, type Policy } from '@permesso/engine/policy';
import {
  addGroupToText,
  type Group,
  hasErrors,
  parsePolicyFile,
  PolicyFileError,
} from '@permesso/engine/text';
import { EditError, layersFrom, replacePolicy } from '@permesso/gate/gate';
import { findPlaces, policyTarget, readText, shippedNames } from '@permesso/gate/disk';
import { readWorld } from '@permesso/gate/world';
import { definedFields } from '@permesso/engine/call';
import { type CommandInput, type Output, UsageError } from '../command.ts';
import { groupTexts } from '../commands/preset-texts.ts';
import { comparisonAsData, printComparison } from '../diff/diff-print.ts';
import { confirmLoosening } from '../own-terminal.ts';
import { placeOptions } from '../policy-options.ts';
import { findTests } from '../test/test-files.ts';
import { countResults, printResults } from '../test/test-print.ts';
import { runTests } from '../test/test-run.ts';
import { type PresetSource, readPresetSource } from './preset-source.ts';

/**
 * `preset add`: somebody else's rules become a group of the person's policy, after they were tested, compared and
 * confirmed.
 */
export async function addPreset(named: string, given: CommandInput, out: Output): Promise<number> {
  const { cwd } = placeOptions(given);
  const source = readPresetSource(named, cwd);
  const name = given.value('name') ?? source.name;
  refuseName(name);
  const rules = presetRules(source);
  const tested = testPreset(source);
  if (tested.failed > 0) {
    out.complain(
      `${tested.printed(out.width)}\n\nNothing was added: ${tested.failed} of its own tests fail.`,
    );
    return 1;
  }
  const { file } = policyTarget('user', { cwd });
  const before = currentText(file);
  const about = `${source.from}, sha256 ${source.digest}`;
  const edited = addGroupToText(before, { name, rules, about });
  if ('refused' in edited) throw new EditError(`${file}: ${edited.refused}`);
  const comparison = compare({ before, after: edited.text, file, cwd });
  // An allow covered by another rule today takes effect on the day that rule is removed.
  const isLooser =
    (rules.allow ?? []).length > 0 || comparison.changes.some(({ direction }) => direction !== 'stricter');
  const isJson = given.flag('json');
  if (!isJson)
    out.print(
      [
        `${printable(source.from)} as the group \`${name}\` of ${file}`,
        `sha256 ${source.digest}`,
        tested.passed === 0 ? 'It has no tests.' : `${tested.passed} of its tests pass.`,
        '',
        printComparison(comparison, { project: cwd, width: out.width }),
      ].join('\n'),
    );
  const isAdded = edited.changed && (await isAgreed({ isLooser, isYes: given.flag('yes'), name, out }));
  // Only if the file still has the text that was compared.
  if (isAdded) await replacePolicy({ before, after: edited.text }, { to: 'user', cwd });
  if (isJson)
    out.print(
      JSON.stringify({
        name,
        from: source.from,
        sha256: source.digest,
        tests: tested.passed,
        file,
        added: isAdded,
        ...(comparisonAsData(comparison) as object),
      }),
    );
  else out.print(isAdded ? 'Added.' : edited.changed ? 'Not added.' : 'It is there already.');
  return isAdded || !edited.changed ? 0 : 1;
}

function refuseName(name: string): void {
  if (!/^[\w-]+$/u.test(name)) throw new UsageError(`\`${name}\` is not a name for a group: use --name`);
  if (shippedNames().includes(name) || groupTexts().has(name))
    throw new UsageError(`\`${name}\` comes with permesso: give it another name with --name`);
}

/** Only a person at the terminal may loosen; `--yes` is enough for rules that can only deny or ask more. */
async function isAgreed(about: {
  readonly isLooser: boolean;
  readonly isYes: boolean;
  readonly name: string;
  readonly out: Output;
}): Promise<boolean> {
  if (about.isYes && !about.isLooser) return true;
  return confirmLoosening(`Add \`${about.name}\` with exactly these changes?`, about.out);
}

function testPreset({ text }: PresetSource): {
  readonly passed: number;
  readonly failed: number;
  readonly printed: (width: number) => string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-preset-'));
  try {
    writeFileSync(join(folder, 'preset.yaml'), text);
    const { files } = runTests(findTests(['preset.yaml'], folder));
    return { ...countResults(files), printed: (width) => printResults(files, { width }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function currentText(file: string): string {
  const read = readText(file);
  if ('unreadable' in read) throw new EditError(`${file} cannot be read: ${read.unreadable}`);
  return 'text' in read ? read.text : '';
}

function compare(at: {
  readonly before: string;
  readonly after: string;
  readonly file: string;
  readonly cwd: string;
}): Comparison {
  const world = readWorld({ root: at.cwd, project: at.cwd });
  const policyOf = (text: string): Policy => {
    const { layers, problems } = layersFrom(
      { layer: 'user', file: at.file, root: '/', text },
      { trust: { file: '', projects: [] }, home: findPlaces().home },
    );
    if (problems.some(({ severity }) => severity === 'error')) throw new PolicyFileError(problems);
    return compilePolicy(layers, { world });
  };
  return comparePolicies(policyOf(at.before), policyOf(at.after), { world });
}

type Rules = Pick<Group, 'allow' | 'ask' | 'deny'>;

/**
 * Only rules are taken from somebody else. A mode, directories, tools or a sandbox setting are for the person to
 * write.
 */
function presetRules({ text, from }: PresetSource): Rules {
  const content = parsePolicyFile(text, { file: from });
  if (hasErrors(content)) throw new PolicyFileError(content.problems);
  const { allow, ask, deny, lines: _lines, file: _file, ...others } = content.layer;
  const more = [
    ...Object.keys(others),
    ...(content.use.length === 0 ? [] : ['use']),
    ...(content.groups.size === 0 ? [] : ['groups']),
    ...(content.failure === undefined ? [] : ['failure']),
    ...(content.team === undefined ? [] : ['team']),
  ];
  if (more.length > 0)
    throw new UsageError(
      `${from} has ${more.map((name) => `\`${name}\``).join(', ')}: a preset that is added holds only allow, ask, deny and tests`,
    );
  if (allow === undefined && ask === undefined && deny === undefined)
    throw new UsageError(`${from} has no rules`);
  return definedFields({ allow, ask, deny });
}
