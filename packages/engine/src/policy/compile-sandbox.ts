import { definedFields } from '../call/defined-fields.ts';
import { didYouMean } from '../messages/did-you-mean.ts';
import type { Layer } from './layer.ts';
import { parseInstant } from './instant.ts';
import { readMode, type Mode } from './mode-name.ts';
import { parseHostPattern, printHostPattern } from './patterns/host-pattern.ts';
import type { Problem } from './policy.ts';
import { builtInLabels } from './rules/after.ts';
import { layerNames, type LayerName } from './rules/rule.ts';
import {
  hostGroups,
  onlyNarrowsSandbox,
  sandboxModes,
  sandboxOff,
  type SandboxAfter,
  type SandboxHost,
  type SandboxObject,
  type SandboxSettings,
} from './sandbox-settings.ts';

interface Speaking {
  readonly name: LayerName;
  readonly file?: string;
  readonly trusted: boolean;
  readonly says: SandboxObject;
}

/**
 * Combines the settings of all layers. Sandboxed calls run without a prompt, so only trusted layers count. If a managed or team
 * layer has settings, only it names hosts and modes, and its `required` cannot be switched off.
 */
export function compileSandbox(
  layers: readonly (Layer & { readonly name: LayerName; readonly isTrusted: boolean })[],
  problems: Problem[],
): SandboxSettings {
  const speaking = layers
    .flatMap(({ name, isTrusted, file, sandbox }): readonly Speaking[] =>
      sandbox === undefined
        ? []
        : [
            {
              name,
              trusted: isTrusted,
              says: typeof sandbox === 'string' ? { use: sandbox } : sandbox,
              ...definedFields({ file }),
            },
          ],
    )
    .toSorted((a, b) => layerNames.indexOf(a.name) - layerNames.indexOf(b.name));
  const labels = [...builtInLabels, ...layers.flatMap((layer) => Object.keys(layer.labels ?? {}))];
  for (const each of speaking) complain(each, { labels, problems });
  const after = speaking.flatMap(afterOf);
  const trusted = speaking.filter(({ trusted: isTrusted, says }) => isTrusted && !onlyNarrowsSandbox(says));
  if (trusted.length === 0) return { ...sandboxOff, after };
  const governing = trusted.filter(({ name }) => isGoverning(name));
  const counting = governing.length > 0 ? governing : trusted;
  const isRequired = counting.some(({ says }) => says.use === 'required');
  return {
    use: isRequired ? 'required' : (trusted[0]?.says.use ?? 'on'),
    hosts: counting.flatMap(hostsOf),
    after,
    modes: [...new Set(counting.flatMap(({ says }) => modesOf(says)))],
    governed: governing.length > 0,
    // The strictest requirement counts, whichever trusted layer sets it.
    atLeast: [...new Set(trusted.flatMap(({ says }) => says.atLeast ?? []))],
  };
}

function namedAfter({ after = {} }: SandboxObject): readonly SandboxAfter[] {
  return Object.entries(after).map(([label, { hosts }]) => ({ label, hosts }));
}

/** An invalid host keeps nothing open. */
function afterOf({ says }: Speaking): readonly SandboxAfter[] {
  return namedAfter(says).map(({ label, hosts }) => ({
    label,
    hosts: hosts.flatMap((host) => hostGroups.get(host) ?? [host]),
  }));
}

export function isGoverning(name: LayerName): boolean {
  return name === 'managed' || name === 'team';
}

function hostsOf({ says, name, file }: Speaking): readonly SandboxHost[] {
  const from = { layer: name, ...definedFields({ file }) };
  return (says.hosts ?? []).flatMap((written): readonly SandboxHost[] => {
    const { host: named, expires } = typeof written === 'string' ? { host: written } : written;
    const end = expires === undefined ? undefined : parseInstant(expires);
    // The expiry is unknown, so the host stays closed.
    if (end?.ok === false) return [];
    const until = end === undefined ? {} : { expires: end.value };
    const group = hostGroups.get(named);
    if (group !== undefined) return group.map((host) => ({ host, ...from, group: named, ...until }));
    const pattern = parseHostPattern(named);
    return 'error' in pattern ? [] : [{ host: printHostPattern(pattern), ...from, ...until }];
  });
}

function modesOf({ modes = [] }: SandboxObject): readonly Mode[] {
  return modes.flatMap((name) => {
    const mode = readMode(name);
    return mode === undefined ? [] : [mode];
  });
}

/** An invalid host or mode opens nothing: it is left out and reported. */
function complain(
  { says, file }: Speaking,
  { labels, problems }: { readonly labels: readonly string[]; readonly problems: Problem[] },
): void {
  const report: Report = (text, message, fix) => {
    const where = definedFields({ file });
    problems.push({ at: 0, verdict: 'allow', about: 'key', text, message, fix, ...where });
  };
  for (const written of says.hosts ?? []) {
    const { host, expires } = typeof written === 'string' ? { host: written } : written;
    const end = expires === undefined ? undefined : parseInstant(expires);
    if (end?.ok === false)
      report(`sandbox.hosts: ${host}`, end.error.message, end.error.fix ?? 'write 2026-12-31');
    if (hostGroups.has(host)) continue;
    const pattern = parseHostPattern(host);
    if ('error' in pattern) report(`sandbox.hosts: ${host}`, pattern.error, 'write `example.com`');
    else if (!host.includes('.')) {
      const meant = didYouMean(host, [...hostGroups.keys()]);
      if (meant !== undefined)
        report(`sandbox.hosts: ${host}`, `\`${host}\` is not a group of hosts`, `did you mean \`${meant}\`?`);
    }
  }
  complainOfAfter(says, labels, report);
  for (const mode of says.modes ?? []) {
    if (!sandboxModes.some((known) => known === readMode(mode)))
      report(
        `sandbox.modes: ${mode}`,
        `\`${mode}\` needs no mention here`,
        `use ${sandboxModes.join(' or ')}`,
      );
  }
}

type Report = (text: string, message: string, fix: string) => void;

function complainOfAfter(says: SandboxObject, labels: readonly string[], report: Report): void {
  for (const { label, hosts } of namedAfter(says)) {
    const meant = didYouMean(label, labels);
    if (!labels.includes(label))
      report(
        `sandbox.after: ${label}`,
        `no call brings the label \`${label}\``,
        meant === undefined ? 'say under `labels` which calls bring it' : `did you mean \`${meant}\`?`,
      );
    for (const host of hosts.filter((each) => !hostGroups.has(each))) {
      const pattern = parseHostPattern(host);
      if ('error' in pattern) report(`sandbox.after: ${host}`, pattern.error, 'write `example.com`');
    }
  }
}
