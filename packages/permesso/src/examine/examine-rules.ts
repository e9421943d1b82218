import { formats, hiddenSecret, type ImportedPolicy, withoutSecrets } from '@permesso/engine/text';
import { overBroad, parseRule } from '@permesso/engine/policy';
import { readText } from '@permesso/gate/disk';
import { fileMark, type HostPlaces, type Installer, type RuleSource } from '../install/installer.ts';
import { ruleFiles } from '../install/rule-files.ts';
import { deadThere } from './dead-there.ts';
import type { HostFinding } from './finding.ts';
import { ruleEntries, type RuleEntry } from './rule-entries.ts';

/**
 * Checks the host's own rules one by one: what they reach, what they never match, and what they should not contain.
 */
export function examineRules(installer: Installer, places: HostPlaces): readonly HostFinding[] {
  return installer.rules(places).flatMap((source) =>
    ruleFiles(source).flatMap((file) => {
      const read = readText(file);
      if (!('text' in read) || read.text.includes(fileMark)) return [];
      return ruleEntries(source.format, read.text).flatMap((entry) =>
        examineRule(entry, { file, source, home: places.home }),
      );
    }),
  );
}

interface At {
  readonly file: string;
  readonly source: RuleSource;
  readonly home: string;
}

function examineRule(entry: RuleEntry, { file, source, home }: At): readonly HostFinding[] {
  const { line, document, verdict } = entry;
  const shown = withoutSecrets(`${verdict} ${entry.rule}`);
  const secret = hiddenSecret(entry.rule);
  const findings: HostFinding[] = [];
  if (secret !== undefined)
    findings.push({
      about: 'secret',
      level: 'danger',
      what: `${shown}: holds what looks like a key (${secret})`,
      file,
      line,
      fix: 'remove the rule, and change the key: everybody who read this file has seen it',
    });
  const read = formats
    .find(({ name }) => name === source.format)
    ?.read?.(document, { layer: source.of, root: '/', home });
  if (read === undefined || 'error' in read) return findings;
  const broad = broadest(read);
  if (broad !== undefined)
    findings.push({
      about: 'blanket-allow',
      level: 'warning',
      what: `${shown}: ${broad.message}`,
      file,
      line,
      fix: broad.fix,
    });
  const dead =
    secret === undefined
      ? (entry.dead ?? deadThere(source.format, entry.rule, source.of) ?? deadReason(read))
      : undefined;
  if (dead !== undefined)
    findings.push({
      about: 'dead-rule',
      level: verdict === 'allow' ? 'warning' : 'danger',
      what: `${shown}: ${withoutSecrets(dead)}`,
      file,
      line,
      fix: 'say it in a policy: permesso lint reports a rule that cannot match',
    });
  return findings;
}

function broadest({ layer }: ImportedPolicy): { readonly message: string; readonly fix: string } | undefined {
  for (const input of layer.allow ?? []) {
    const rule = parseRule(input, { verdict: 'allow', origin: { layer: 'user', root: '/', trusted: true } });
    const broad = rule.ok ? overBroad(rule.value) : undefined;
    if (broad !== undefined) return broad;
  }
  return undefined;
}

/** Why nothing is left of a rule: its program accepts it and never uses it, or it cannot be parsed. */
function deadReason({ layer, losses }: ImportedPolicy): string | undefined {
  const isLeft = (['allow', 'ask', 'deny'] as const).some((verdict) => (layer[verdict]?.length ?? 0) > 0);
  return isLeft ? undefined : losses.find(({ effect }) => effect === 'not-carried')?.why;
}
