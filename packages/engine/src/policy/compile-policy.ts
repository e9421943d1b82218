import { definedFields } from '../call/defined-fields.ts';
import type { GivenDescription } from '../facts/described-tool.ts';
import type { World } from '../world/world.ts';
import { problemsInLayer } from './check-layer.ts';
import { compileSandbox } from './compile-sandbox.ts';
import { mayCheck } from './check-input.ts';
import { checksIn, misplaced } from './external-checks.ts';
import type { Layer } from './layer.ts';
import { productionIn } from './production.ts';
import { compileKeep } from './compile-keep.ts';
import { didYouMean, meantBy } from '../messages/did-you-mean.ts';
import { hostModes } from './host-mode.ts';
import { modeAliases, modes, readMode, type Mode } from './mode-name.ts';
import { parseRule } from './rules/parse-rule.ts';
import { withLinkedNames } from './patterns/path-glob-links.ts';
import type { GivenLabel, Policy, Problem, Restrictions } from './policy.ts';
import { PolicyError } from './policy-error.ts';
import { builtInLabels } from './rules/after.ts';
import { layerNames, type LayerName, type Origin, type Rule, type RuleInput } from './rules/rule.ts';
import { isRecord } from '../call/is-record.ts';
import { indexRules } from './rules/rule-index.ts';
import { verdicts, type Verdict } from './rules/verdict.ts';

/**
 * Compiles layers into a policy. Throws a `PolicyError` when a deny, an ask or a restriction is invalid.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { compilePolicy } from '@permesso/gate/rules';
 * // Once, for many gates.
 * const policy = compilePolicy([{ allow: ['Read'] }, { deny: ['Bash(rm:*)'] }]);
 * const gate = createGate({ policy });
 * ```
 */
export function compilePolicy(layers: readonly Layer[], options: { readonly world?: World } = {}): Policy {
  const written: Rule[] = [];
  const problems: Problem[] = [];
  if (!Array.isArray(layers))
    throw new TypeError('compilePolicy takes a list of layers: write compilePolicy([layer])');
  const misshapen = layers.flatMap(problemsInLayer);
  if (misshapen.length > 0) throw new PolicyError(misshapen);
  for (const layer of layers) {
    for (const verdict of verdicts) readLayerRules(layer, verdict, { rules: written, problems });
  }
  const { world } = options;
  const rules = world === undefined ? written : written.map((rule) => followLinks(rule, world));
  const restrictions = readRestrictions(layers, problems);
  const checks = checksIn(layers, problems);
  const labels = labelsIn(layers, rules, problems);
  const mode = readLayerMode(layers, problems);
  const listed = readHostModes(layers, problems);
  const named = layers.map((layer) => ({ ...layer, name: layerNameOf(layer), isTrusted: isTrusted(layer) }));
  const sandbox = compileSandbox(named, problems);
  const keep = compileKeep(named, problems);
  const production = productionIn(layers, problems);
  const fatal = problems.filter(({ verdict }) => verdict !== 'allow');
  if (fatal.length > 0) throw new PolicyError(fatal);
  return {
    rules,
    index: { allow: indexOf(rules, 'allow'), ask: indexOf(rules, 'ask'), deny: indexOf(rules, 'deny') },
    restrictions,
    visibility: layers.flatMap((layer) => {
      const { visible = [], hidden = [] } = layer.tools ?? {};
      return visible.length + hidden.length === 0
        ? []
        : [{ visible, hidden, origin: originOf(layer, undefined) }];
    }),
    descriptions: descriptionsIn(layers),
    workingDirectories: layers.flatMap((layer) => (isTrusted(layer) ? (layer.workingDirectories ?? []) : [])),
    unlisted: layers.some(({ unlisted }) => unlisted === 'deny') ? 'deny' : 'ask',
    ...(layers.some((layer) => layer.enforce === false && isPersons(layer)) ? { observes: true } : {}),
    offline: layers.some((layer) => layer.offline === 'deny' && isTeams(layer)) ? 'deny' : 'local',
    sandbox,
    ...keep,
    problems,
    ...definedFields({ mode, production }),
    ...(listed.length === 0 ? {} : { hostModes: listed }),
    ...(checks.length === 0 ? {} : { checks }),
    ...(labels.length === 0 ? {} : { labels }),
  };
}

/** Resolves the links in the policy's paths. Returns the same object if no rule goes through a link. */
export function linkPolicy(policy: Policy, world: World): Policy {
  const rules = policy.rules.map((rule) => followLinks(rule, world));
  const changed = new Set(rules.flatMap((rule, at) => (rule === policy.rules[at] ? [] : [rule.verdict])));
  if (changed.size === 0) return policy;
  const index = (verdict: Verdict): Policy['index']['allow'] =>
    changed.has(verdict) ? indexOf(rules, verdict) : policy.index[verdict];
  return { ...policy, rules, index: { allow: index('allow'), ask: index('ask'), deny: index('deny') } };
}

/**
 * A description removes suspicion, so it counts in full only from a trusted layer. Where a managed or team policy exists, only
 * its descriptions count in full: no lower layer can describe a tool so that its denies stop matching.
 */
function descriptionsIn(layers: readonly Layer[]): readonly GivenDescription[] {
  const isGoverned = layers.some((layer) => governing.has(layerNameOf(layer)));
  return layers
    .toSorted((a, b) => layerNames.indexOf(layerNameOf(a)) - layerNames.indexOf(layerNameOf(b)))
    .flatMap((layer) => {
      const isTaken = isTrusted(layer) && (!isGoverned || governing.has(layerNameOf(layer)));
      const counts = isTaken ? 'replaces' : 'adds';
      return (layer.tools?.describe ?? []).map((one): GivenDescription => ({ ...one, counts }));
    });
}

const governing: ReadonlySet<LayerName> = new Set(['managed', 'team']);

/** A deny on a path that is a link also covers the link's target; an allow never does. */
function followLinks(rule: Rule, world: World): Rule {
  const { pattern, origin, verdict } = rule;
  if (verdict === 'allow' || pattern.about !== 'path') return rule;
  const glob = withLinkedNames({ glob: pattern.glob, anchor: origin, world });
  return glob === pattern.glob ? rule : { ...rule, pattern: { ...pattern, glob } };
}

function indexOf(rules: readonly Rule[], verdict: Verdict): Policy['index']['allow'] {
  return indexRules(rules.filter((rule) => rule.verdict === verdict));
}

function readLayerRules(layer: Layer, verdict: Verdict, into: { rules: Rule[]; problems: Problem[] }): void {
  const whole = originOf(layer, undefined);
  for (const [place, input] of (layer[verdict] ?? []).entries()) {
    const line = layer.lines?.[verdict]?.[place];
    const origin = line === undefined ? whole : { ...whole, line };
    const rule = parseRule(unenforced(input, layer, verdict), { verdict, origin });
    if (isRecord(input) && input.check !== undefined && !mayCheck(origin.layer))
      into.problems.push({ ...misplaced('check', origin.layer), ...position(layer, line) });
    if (rule.ok) into.rules.push(rule.value);
    else into.problems.push({ ...rule.error, verdict, text: writtenRule(input), ...position(layer, line) });
  }
}

/** Labels of all layers. A rule about a label that nothing sets would never apply, so it makes the policy invalid. */
function labelsIn(
  layers: readonly Layer[],
  rules: readonly Rule[],
  problems: Problem[],
): readonly GivenLabel[] {
  const given = layers.flatMap((layer) =>
    Object.entries(layer.labels ?? {}).flatMap(([label, texts]) =>
      texts.flatMap((text): readonly GivenLabel[] => {
        const rule = parseRule(text, { verdict: 'ask', origin: originOf(layer, undefined) });
        if (rule.ok) return [{ label, rule: rule.value }];
        problems.push({ ...rule.error, verdict: 'ask', text, ...position(layer, undefined) });
        return [];
      }),
    ),
  );
  const known = new Set([...builtInLabels, ...layers.flatMap(({ labels = {} }) => Object.keys(labels))]);
  for (const { after, verdict, text } of rules) {
    const odd = after?.labels.find((label) => !known.has(label));
    if (odd !== undefined)
      problems.push({
        at: 0,
        message: `nothing puts the label \`${odd}\` on a session`,
        fix: meantBy(odd, known),
        verdict,
        text,
      });
  }
  return given;
}

/** A layer may leave only its own rules unenforced. */
function unenforced(input: RuleInput, { enforce }: Layer, verdict: Verdict): RuleInput {
  if (enforce !== false || verdict === 'allow') return input;
  if (typeof input === 'string') return { rule: input, enforce: false };
  return isRecord(input) ? { ...input, enforce: false } : input;
}

/** Whether the layer is the person's or the app's, which decides about calls without a rule. */
function isPersons(layer: Layer): boolean {
  return layerNameOf(layer) === 'user' || layerNameOf(layer) === 'flags';
}

function writtenRule(input: unknown): string {
  if (typeof input === 'string') return input;
  const rule: unknown = typeof input === 'object' && input !== null && 'rule' in input ? input.rule : input;
  return typeof rule === 'string' ? rule : (JSON.stringify(rule) ?? String(rule));
}

function position(layer: Layer, line: number | undefined): { file?: string; line?: number } {
  return definedFields({ file: layer.file, line });
}

function layerNameOf(layer: Layer): LayerName {
  return layer.layer ?? 'flags';
}

/** The owner of the machine or the team: a repository or the agent's owner has no say in what others must approve. */
function isTeams(layer: Layer): boolean {
  return layerNameOf(layer) === 'team' || layerNameOf(layer) === 'managed';
}

/** A repository ships its project layer, which therefore needs trust first. */
function isTrusted(layer: Layer): boolean {
  return layer.trusted ?? layerNameOf(layer) !== 'project';
}

function originOf(layer: Layer, line: number | undefined): Origin {
  return {
    layer: layerNameOf(layer),
    root: layer.root ?? '/',
    trusted: isTrusted(layer),
    ...position(layer, line),
  };
}

function readRestrictions(layers: readonly Layer[], problems: Problem[]): Restrictions {
  const managed = layers.filter((layer) => layerNameOf(layer) === 'managed');
  const onlyManagedAllow = managed.some(({ restrict }) => restrict?.onlyManagedAllow === true);
  let permitted: readonly Mode[] = modes;
  for (const layer of managed) {
    const named = layer.restrict?.modes?.map((name) => knownMode(name, layer, problems)) ?? modes;
    permitted = permitted.filter((mode) => named.includes(mode));
  }
  if (permitted.length === 0)
    problems.push(modeProblem('restrict.modes', 'no mode is left that every managed layer permits'));
  return permitted.length === modes.length ? { onlyManagedAllow } : { onlyManagedAllow, modes: permitted };
}

function knownMode(name: string, layer: Layer, problems: Problem[]): Mode | undefined {
  const mode = readMode(name);
  if (mode === undefined) {
    problems.push({
      ...modeProblem(name, `there is no mode \`${name}\``, modeFix(name)),
      ...position(layer, undefined),
    });
  }
  return mode;
}

export function modeFix(name: string): string {
  const meant = didYouMean(name, [...modes, ...modeAliases.keys()]);
  const mode = meant === undefined ? undefined : readMode(meant);
  return mode === undefined ? `use one of ${modes.join(', ')}` : `did you mean \`${mode}\`?`;
}

function modeProblem(text: string, message: string, fix?: string): Problem {
  return { at: 0, message, verdict: 'deny', about: 'mode', text, ...definedFields({ fix }) };
}

/** Set by the managed layers, otherwise by the person: a repository must not choose how its own agent is treated. */
function readHostModes(layers: readonly Layer[], problems: Problem[]): readonly Mode[] {
  const saying = layers.filter((layer) => layer.hostModes !== undefined);
  for (const layer of saying.filter((one) => !isOwners(one)))
    problems.push({
      ...modeProblem(
        'hostModes',
        `\`hostModes\` does not count in the ${layerNameOf(layer)} layer`,
        hostModesFix,
      ),
      verdict: 'allow',
      ...position(layer, undefined),
    });
  const managed = saying.filter((layer) => layerNameOf(layer) === 'managed');
  const counting = managed.length > 0 ? managed : saying.filter(isOwners);
  return [
    ...new Set(
      counting.flatMap((layer) =>
        (layer.hostModes ?? []).flatMap((name) => knownHostMode(name, layer, problems) ?? []),
      ),
    ),
  ];
}

const hostModesFix = 'write it in your own policy, or in a managed one';

function isOwners(layer: Layer): boolean {
  return layerNameOf(layer) === 'user' || layerNameOf(layer) === 'managed';
}

/** The setting loosens, so an invalid entry is left out and reported. */
function knownHostMode(name: string, layer: Layer, problems: Problem[]): Mode | undefined {
  const mode = readMode(name);
  if (mode !== undefined && hostModes.includes(mode)) return mode;
  problems.push({
    ...modeProblem(name, `\`${name}\` cannot be listed under \`hostModes\``, `use ${hostModes.join(', ')}`),
    verdict: 'allow',
    ...position(layer, undefined),
  });
  return undefined;
}

/** The mode of the nearest trusted layer; an untrusted one cannot choose how strictly it is treated. */
function readLayerMode(layers: readonly Layer[], problems: Problem[]): Mode | undefined {
  const named = layers.filter((layer) => layer.mode !== undefined && isTrusted(layer));
  const nearest = named.toSorted(
    (a, b) => layerNames.indexOf(layerNameOf(a)) - layerNames.indexOf(layerNameOf(b)),
  )[0];
  return nearest?.mode === undefined ? undefined : knownMode(nearest.mode, nearest, problems);
}
