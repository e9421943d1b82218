import { isScalar } from 'yaml';
import { definedFields } from '../../call/defined-fields.ts';
import { problemsIn } from '../check-descriptions.ts';
import type { CheckInput } from '../check-input.ts';
import { checksProblem } from '../external-checks.ts';
import type { Layer } from '../layer.ts';
import { readMode, type Mode } from '../mode-name.ts';
import { parseRule } from '../rules/parse-rule.ts';
import { isLabelName } from '../rules/after.ts';
import type { Origin, RuleInput } from '../rules/rule.ts';
import type { Parsed, RuleError } from '../rules/rule-error.ts';
import { verdicts, type Verdict } from '../rules/verdict.ts';
import type { SandboxInput, SandboxObject, SandboxUse } from '../sandbox-settings.ts';
import type { FileProblem } from './file-problem.ts';
import type { Group, PolicyFile, PolicyTest, TestCall, UseLimit } from './policy-file.ts';
import { policyShape } from './policy-shape.ts';
import { addProblem, mostAliasedNodes, readFields, type ItemPlace, type ShapeContext } from './read-shape.ts';
import { readYaml, type YamlText } from './read-yaml.ts';
import { parseTestCall } from './test-call.ts';

/**
 * Parses a policy file and reports every problem with its position. Never throws.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { parsePolicyFile, PolicyFileError } from '@permesso/gate/policy';
 * const { layer, problems } = parsePolicyFile('deny: ["Read(.env)"]', { file: 'policy.yaml' });
 * if (problems.some(({ severity }) => severity === 'error')) throw new PolicyFileError(problems);
 * const gate = createGate({ policy: layer });
 * ```
 */
export function parsePolicyFile(text: string, { file }: { readonly file: string }): PolicyFile {
  return readPolicyFile(readYaml(text), { file });
}

export function readPolicyFile(yaml: YamlText, { file }: { readonly file: string }): PolicyFile {
  const problems: FileProblem[] = yaml.problems.map(({ at, message, fix }) => ({
    severity: 'error',
    file,
    ...yaml.placeOf(at),
    path: '',
    message,
    ...definedFields({ fix }),
  }));
  const counts = { error: 0, warning: 0 };
  const reading: ShapeContext = { yaml, file, problems, counts, places: new Map(), budget: mostAliasedNodes };
  const isEmpty = yaml.root === undefined || (isScalar(yaml.root) && yaml.root.value === null);
  const values = isEmpty ? [] : readFields(yaml.root, policyShape, reading).values;
  return assemble(Object.fromEntries(values), reading);
}

interface ParsedFile extends Lists {
  readonly use?: readonly (string | ({ readonly name: string } & UseLimit))[];
  readonly groups?: ReadonlyMap<string, Lists>;
  readonly mode?: string;
  readonly tools?: NonNullable<Layer['tools']>;
  readonly workingDirectories?: readonly string[];
  readonly production?: readonly string[];
  readonly unlisted?: 'ask' | 'deny';
  readonly enforce?: boolean;
  readonly hostModes?: readonly string[];
  readonly offline?: NonNullable<Layer['offline']>;
  readonly restrict?: NonNullable<Layer['restrict']>;
  readonly sandbox?: WrittenSandbox;
  readonly keep?: NonNullable<Layer['keep']>;
  readonly checks?: ReadonlyMap<string, CheckInput>;
  readonly labels?: ReadonlyMap<string, readonly string[]>;
  readonly failure?: 'deny' | 'ask';
  readonly tests?: readonly WrittenTest[];
  readonly team?: string;
}

type WrittenSandbox =
  | SandboxUse
  | (Omit<SandboxObject, 'after'> & {
      readonly after?: ReadonlyMap<string, { readonly hosts: readonly string[] }>;
    });

function sandboxInput(written: WrittenSandbox | undefined): SandboxInput | undefined {
  if (typeof written !== 'object' || written.after === undefined) return written as SandboxInput | undefined;
  return { ...written, after: Object.fromEntries(written.after) };
}

/** Keys that a layer holds as written. */
const layerKeys = [
  'tools',
  'workingDirectories',
  'production',
  'unlisted',
  'enforce',
  'hostModes',
  'offline',
  'restrict',
  'keep',
] as const;

/** The values have their shapes; this checks whether rules and calls are valid. */
function assemble(written: ParsedFile, reading: ShapeContext): PolicyFile {
  const { file, problems } = reading;
  const { mode, use, groups = new Map<string, Lists>(), tests = [], failure, team } = written;
  complainOfDescriptions(written.tools?.describe ?? [], reading);
  const checks = readChecks(written.checks, reading);
  const labels = readLabels(written.labels, reading);
  const layer: Layer = {
    file,
    ...readGroupRules(written, { reading, path: '' }),
    ...(mode === undefined ? {} : { mode: knownMode(mode) }),
    ...definedFields({ checks, labels, sandbox: sandboxInput(written.sandbox) }),
    ...Object.fromEntries(
      layerKeys.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]])),
    ),
  };
  const read = {
    groups: new Map(
      Array.from(groups, ([name, lists]) => [
        name,
        readGroupRules(lists, { reading, path: `groups.${name}.` }),
      ]),
    ),
    tests: readTests(tests, reading),
  };
  return {
    file,
    layer,
    ...usedBy(use, reading),
    ...read,
    problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column),
    ...definedFields({ failure, team }),
  };
}

/** An invalid service makes the policy unusable, as an invalid rule does. */
function readChecks(given: ParsedFile['checks'], reading: ShapeContext): Layer['checks'] {
  if (given === undefined) return undefined;
  const checks = Object.fromEntries(given);
  const message = checksProblem(checks);
  if (message !== undefined)
    addProblem(reading, { severity: 'error', line: 1, column: 1, path: 'checks', message });
  return checks;
}

/** An invalid label makes the policy unusable: rules that depend on it would not apply. */
function readLabels(given: ParsedFile['labels'], reading: ShapeContext): Layer['labels'] {
  if (given === undefined) return undefined;
  for (const [name, rules] of given) {
    const isName: boolean = isLabelName(name);
    const broken = rules
      .map((text) => parseRule(text, { verdict: 'ask', origin: nowhere }))
      .find(({ ok }) => !ok);
    const message = isName
      ? broken?.ok === false
        ? broken.error.message
        : undefined
      : `\`${name}\` is not a name of a label: small letters, digits and dashes`;
    if (message !== undefined)
      addProblem(reading, { severity: 'error', line: 1, column: 1, path: `labels.${name}`, message });
  }
  return Object.fromEntries(given);
}

/** An invalid description makes the policy unusable, because it is unknown what it would have restricted. */
function complainOfDescriptions(
  list: NonNullable<NonNullable<Layer['tools']>['describe']>,
  reading: ShapeContext,
): void {
  const places = reading.places.get(list) ?? [];
  for (const [index, description] of list.entries()) {
    const { line, column } = places[index] ?? start;
    for (const { message, fix } of problemsIn(description))
      addProblem(reading, {
        severity: 'error',
        line,
        column,
        path: `tools.describe[${index}]`,
        message,
        fix: fix,
      });
  }
}

function usedBy(
  use: ParsedFile['use'] = [],
  { places }: ShapeContext,
): Pick<PolicyFile, 'use' | 'usePlaces' | 'useLimits'> {
  return {
    use: use.map((each) => (typeof each === 'string' ? each : each.name)),
    usePlaces: places.get(use) ?? [],
    ...(use.every((each) => typeof each === 'string') ? {} : { useLimits: use.map(limitOf) }),
  };
}

function limitOf(used: string | ({ readonly name: string } & UseLimit)): UseLimit {
  if (typeof used === 'string') return {};
  const { name: _name, ...limit } = used;
  return limit;
}

interface Lists {
  readonly allow?: readonly RuleInput[];
  readonly ask?: readonly RuleInput[];
  readonly deny?: readonly RuleInput[];
}

const start: ItemPlace = { line: 1, column: 1, index: 0 };

const nowhere: Origin = { layer: 'flags', root: '/', trusted: true };

/** Broken allow rules are left out; a broken deny or ask stays, so that the policy cannot be compiled. */
function readGroupRules(lists: Lists, { reading, path }: { reading: ShapeContext; path: string }): Group {
  const rules: { [V in Verdict]?: readonly RuleInput[] } = {};
  const lines: { [V in Verdict]?: readonly number[] } = {};
  for (const verdict of verdicts) {
    const list = lists[verdict];
    if (list === undefined) continue;
    const places = reading.places.get(list) ?? [];
    const kept: RuleInput[] = [];
    const keptLines: number[] = [];
    for (const [index, rule] of list.entries()) {
      const place = places[index] ?? start;
      const read = parseRule(rule, { verdict, origin: nowhere });
      if (!read.ok) {
        const severity = verdict === 'allow' ? 'warning' : 'error';
        complain(reading, read, { severity, place, path: `${path}${verdict}[${place.index}]` });
        if (verdict === 'allow') continue;
      }
      kept.push(rule);
      keptLines.push(place.line);
    }
    rules[verdict] = kept;
    lines[verdict] = keptLines;
  }
  return { ...rules, lines };
}

interface WrittenTest {
  readonly call: string | Omit<TestCall, 'text'>;
  readonly expect: Verdict;
  readonly mode?: string;
  readonly because?: string;
}

function readTests(tests: readonly WrittenTest[], reading: ShapeContext): readonly PolicyTest[] {
  const places = reading.places.get(tests) ?? [];
  return tests.flatMap(({ call: written, expect, mode, because }, index) => {
    const place = places[index] ?? start;
    const call: Parsed<TestCall> =
      typeof written === 'string'
        ? parseTestCall(written)
        : { ok: true, value: { text: `${written.tool}(${JSON.stringify(written.input)})`, ...written } };
    if (!call.ok) {
      complain(reading, call, { severity: 'warning', place, path: `tests[${place.index}].call` });
      return [];
    }
    return [
      {
        call: call.value,
        expect,
        line: place.line,
        column: place.column,
        ...(mode === undefined ? {} : { mode: knownMode(mode) }),
        ...definedFields({ because }),
      },
    ];
  });
}

function knownMode(name: string): Mode {
  // The shape accepts only names of modes.
  return readMode(name) ?? 'default';
}

interface Complaint {
  readonly severity: FileProblem['severity'];
  readonly place: ItemPlace;
  readonly path: string;
}

function complain(
  reading: ShapeContext,
  { error }: { readonly error: RuleError },
  { severity, place, path }: Complaint,
): void {
  const column = place.inner === undefined ? place.column : place.column + place.inner + error.at;
  const skipped = severity === 'warning' ? ': left out' : '';
  addProblem(reading, {
    severity,
    line: place.line,
    column,
    path,
    message: `${error.message}${skipped}`,
    ...definedFields({ fix: error.fix }),
  });
}
