import { definedFields, messageOf } from '@permesso/engine/call';
import {
  bindRead,
  type ExportedPolicy,
  formats,
  printBound,
  printPolicy,
  type ReadOptions,
} from '@permesso/engine/text';
import type { ImportedRules, ListedFormat } from '@permesso/protocol/console';
import { type Layer, type RuleInput, verdicts } from '@permesso/engine/policy';
import { Refused } from '../route.ts';

/**
 * The programs whose rules can be read or written, as the pages list them.
 *
 * @example
 * ```ts
 * import { listedFormats } from 'permesso/team-server';
 * for (const { name, title } of listedFormats()) console.log(name, title);
 * ```
 */
export function listedFormats(): readonly ListedFormat[] {
  return formats.map(({ name, title, read, write }) => ({
    name,
    title,
    reads: read !== undefined,
    writes: write !== undefined,
  }));
}

/**
 * Rules in another program's words, with what could not be said.
 *
 * @example
 * ```ts
 * import { writtenFor } from 'permesso/team-server';
 * const { text, losses } = writtenFor('claude', [{ layer: 'team', deny: ['Read(.env)'] }]);
 * console.log(text, losses);
 * ```
 */
export function writtenFor(name: string, layers: readonly Layer[]): ExportedPolicy {
  const { title, write } = formatOf(name);
  if (write === undefined) throw new Refused(`Nothing can be written for ${title}.`);
  try {
    return write(layers);
  } catch (error) {
    throw new Refused(messageOf(error));
  }
}

/**
 * Another program's rules in our words, with what could not be said.
 *
 * @example
 * ```ts
 * import { readFor } from 'permesso/team-server';
 * const imported = readFor('claude', '{ "permissions": { "allow": ["Read"] } }', { layer: 'team' });
 * console.log(imported);
 * ```
 */
export function readFor(name: string, text: string, options: ReadOptions): ImportedRules {
  const { title, read, agent, toPolicy } = formatOf(name);
  if (read === undefined) throw new Refused(`Nothing can be read from ${title}.`);
  const found = read(text, options);
  if ('error' in found) throw new Refused(found.error);
  const bound = bindRead(found, definedFields({ agent }));
  // Rules are added one by one and as plain text: an allow with conditions would lose them.
  const rules = verdicts.flatMap((verdict) =>
    (found.layer[verdict] ?? [])
      .filter((rule) => verdict !== 'allow' || typeof rule === 'string')
      .map((rule) => ({ verdict, rule: ruleInputText(rule) })),
  );
  // Already a policy that names the agents of its rules.
  if (toPolicy !== undefined) return { rules, policy: printPolicy(found), losses: found.losses };
  return { rules, policy: printBound([bound]), losses: bound.losses };
}

function formatOf(name: string): (typeof formats)[number] {
  const format = formats.find((one) => one.name === name);
  if (format === undefined) throw new Refused('There is no such format.');
  return format;
}

function ruleInputText(rule: RuleInput): string {
  return typeof rule === 'string' ? rule : rule.rule;
}
