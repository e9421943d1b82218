import { definedFields } from '../../call/defined-fields.ts';
import type { Layer } from '../layer.ts';
import type { RuleInput } from '../rules/rule.ts';
import { onlyNarrowsSandbox } from '../sandbox-settings.ts';
import type { UsedLayer } from './expand-use.ts';

/** One way in which a file permits more than there would be without it. */
export interface Loosening {
  readonly what: 'allow' | 'mode' | 'workingDirectory' | 'description' | 'sandbox' | 'keep' | 'failure';
  /** For a person. */
  readonly text: string;
  /** Equal exactly for equal content. */
  readonly content: string;
  readonly file: string;
  readonly line?: number;
  /** The group or preset that it comes from. */
  readonly via?: string;
}

export interface Effects {
  readonly loosens: readonly Loosening[];
  /** The content of each entry that permits less. */
  readonly tightens: readonly string[];
}

/** What one file loosens and tightens, including everything from `use`. */
export function looseningEffects(
  own: Layer,
  { used, failure }: { readonly used: readonly UsedLayer[]; readonly failure?: 'deny' | 'ask' | undefined },
): Effects {
  const layers: readonly { readonly layer: Layer; readonly via?: string }[] = [
    { layer: own },
    ...used.map(({ name, layer }) => ({ layer, via: name })),
  ];
  const loosens = layers.flatMap(({ layer, via }) =>
    loosensIn(layer).map((each) => (via === undefined ? each : { ...each, via })),
  );
  if (failure === 'ask')
    loosens.push({
      what: 'failure',
      text: 'ask, not deny, when deciding itself fails',
      content: contentOf('failure', failure),
      file: own.file ?? '',
    });
  return { loosens, tightens: layers.flatMap(({ layer }) => tightensIn(layer)) };
}

function loosensIn(layer: Layer): readonly Loosening[] {
  const file = layer.file ?? '';
  const rules = (layer.allow ?? []).map((rule, index): Loosening => {
    const line = layer.lines?.allow?.[index];
    const content = contentOf('allow', meaningOf(rule));
    return { what: 'allow', text: printed(rule), content, file, ...definedFields({ line }) };
  });
  const directories = (layer.workingDirectories ?? []).map((directory): Loosening => ({
    what: 'workingDirectory',
    text: `in ${directory}, as in the project`,
    content: contentOf('workingDirectory', directory),
    file,
  }));
  const { mode } = layer;
  const modes: readonly Loosening[] =
    mode === undefined ? [] : [{ what: 'mode', text: mode, content: contentOf('mode', mode), file }];
  const descriptions = (layer.tools?.describe ?? []).map((description): Loosening => ({
    what: 'description',
    text: `nothing but what it describes is suspected of ${description.tool}`,
    content: contentOf('description', sorted(description)),
    file,
  }));
  const { sandbox } = layer;
  const sandboxes: readonly Loosening[] =
    sandbox === undefined || onlyNarrowsSandbox(sandbox)
      ? []
      : [
          {
            what: 'sandbox',
            text: `sandboxed calls: ${typeof sandbox === 'string' ? sandbox : JSON.stringify(sandbox)}`,
            content: contentOf('sandbox', sorted(sandbox)),
            file,
          },
        ];
  const { keep } = layer;
  const keeps: readonly Loosening[] =
    keep === undefined
      ? []
      : [
          {
            what: 'keep',
            text: `what is removed is kept, without a question: ${typeof keep === 'string' ? keep : JSON.stringify(keep)}`,
            content: contentOf('keep', sorted(keep)),
            file,
          },
        ];
  return [...modes, ...rules, ...directories, ...descriptions, ...sandboxes, ...keeps];
}

/** Splits the layer in two: what tightens plus what is trusted, and what is pending. */
export function splitByTrust(layer: Layer, isTrusted: (loosening: Loosening) => boolean): readonly Layer[] {
  const waits = new Set(
    loosensIn(layer)
      .filter((each) => !isTrusted(each))
      .map(({ content }) => content),
  );
  if (waits.size === 0) return [{ ...layer, trusted: true }];
  const { mode, allow, workingDirectories, lines, tools, sandbox, keep, ...rest } = layer;
  const part = (wanted: boolean): Layer => {
    const rules = (allow ?? []).map((rule, index) => ({ rule, line: lines?.allow?.[index] ?? 0 }));
    const kept = rules.filter(({ rule }) => waits.has(contentOf('allow', meaningOf(rule))) === wanted);
    const isSandbox = sandbox !== undefined && waits.has(contentOf('sandbox', sorted(sandbox))) === wanted;
    const isKeep = keep !== undefined && waits.has(contentOf('keep', sorted(keep))) === wanted;
    const isMode = mode !== undefined && waits.has(contentOf('mode', mode)) === wanted;
    return {
      ...(isMode ? { mode } : {}),
      ...(isSandbox ? { sandbox } : {}),
      ...(isKeep ? { keep } : {}),
      allow: kept.map(({ rule }) => rule),
      workingDirectories: (workingDirectories ?? []).filter(
        (each) => waits.has(contentOf('workingDirectory', each)) === wanted,
      ),
      lines: { ...(wanted ? {} : lines), allow: kept.map(({ line }) => line) },
      ...(tools === undefined ? {} : { tools: toolsIn(tools, wanted) }),
    };
  };
  function toolsIn(
    { describe = [], ...shown }: NonNullable<Layer['tools']>,
    wanted: boolean,
  ): Layer['tools'] & object {
    const kept = describe.filter((each) => waits.has(contentOf('description', sorted(each))) === wanted);
    return { ...(wanted ? {} : shown), ...(kept.length === 0 ? {} : { describe: kept }) };
  }
  const { layer: name, file, root } = rest;
  return [
    { ...rest, ...part(false), trusted: true },
    { ...definedFields({ layer: name, file, root }), ...part(true), trusted: false },
  ];
}

function tightensIn(layer: Layer): readonly string[] {
  return [
    ...(layer.deny ?? []).map((rule) => contentOf('deny', meaningOf(rule))),
    ...(layer.ask ?? []).map((rule) => contentOf('ask', meaningOf(rule))),
    ...(layer.tools?.hidden ?? []).map((name) => contentOf('hidden', name)),
    ...(layer.tools?.visible === undefined || layer.tools.visible.length === 0
      ? []
      : [contentOf('visible', layer.tools.visible.toSorted())]),
    ...(layer.unlisted === 'deny' ? [contentOf('unlisted', 'deny')] : []),
    ...(layer.offline === 'deny' ? [contentOf('offline', 'deny')] : []),
  ];
}

function contentOf(what: string, value: unknown): string {
  return JSON.stringify([what, value]);
}

/** The rule without its texts, with its fields in canonical order. */
function meaningOf(rule: RuleInput): unknown {
  if (typeof rule === 'string') return [rule.trim()];
  const { when, expires, agents, delegated, readOnly, effects, unsandboxed, limit, check, approvers } = rule;
  const limits = [sorted(when ?? null), expires ?? null, agents ?? null, delegated ?? false];
  return [
    rule.rule.trim(),
    ...limits,
    ...(readOnly === true ? ['readOnly'] : []),
    ...(effects === undefined ? [] : [{ effects: effects.toSorted() }]),
    ...(unsandboxed === true ? ['unsandboxed'] : []),
    ...(limit === undefined ? [] : [sorted(limit)]),
    ...(check === undefined ? [] : [{ check }]),
    ...(approvers === undefined ? [] : [sorted({ approvers })]),
  ];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)]);
}

function printed(rule: RuleInput): string {
  if (typeof rule === 'string') return rule;
  const { rule: text, message: _message, guidance: _guidance, why: _why, ...limits } = rule;
  return Object.keys(limits).length === 0 ? text : `${text} ${JSON.stringify(limits)}`;
}
