import { didYouMean } from '../messages/did-you-mean.ts';
import type { Layer } from './layer.ts';
import { parseInstant } from './instant.ts';
import { readMode, type Mode } from './mode-name.ts';
import { parseHostPattern, printHostPattern } from './patterns/host-pattern.ts';
import type { Problem } from './policy.ts';
import { layerNames, type LayerName } from './rules/rule.ts';
import {
  hostGroups,
  sandboxModes,
  sandboxOff,
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
 * What the layers together say. Sandboxed calls run without a question, so only trusted layers count; where a managed or
 * team layer speaks, it alone names hosts and modes, and its `required` cannot be switched off.
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
              ...(file === undefined ? {} : { file }),
            },
          ],
    )
    .toSorted((a, b) => layerNames.indexOf(a.name) - layerNames.indexOf(b.name));
  for (const each of speaking) complain(each, problems);
  const trusted = speaking.filter((each) => each.trusted);
  if (trusted.length === 0) return sandboxOff;
  const governing = trusted.filter(({ name }) => isGoverning(name));
  const counting = governing.length > 0 ? governing : trusted;
  const isRequired = counting.some(({ says }) => says.use === 'required');
  return {
    use: isRequired ? 'required' : (trusted[0]?.says.use ?? 'on'),
    hosts: counting.flatMap(hostsOf),
    modes: [...new Set(counting.flatMap(({ says }) => modesOf(says)))],
    governed: governing.length > 0,
    // The strictest counts, whichever trusted layer says it.
    atLeast: [...new Set(trusted.flatMap(({ says }) => says.atLeast ?? []))],
  };
}

export function isGoverning(name: LayerName): boolean {
  return name === 'managed' || name === 'team';
}

function hostsOf({ says, name, file }: Speaking): readonly SandboxHost[] {
  const from = { layer: name, ...(file === undefined ? {} : { file }) };
  return (says.hosts ?? []).flatMap((written): readonly SandboxHost[] => {
    const { host: named, expires } = typeof written === 'string' ? { host: written } : written;
    const end = expires === undefined ? undefined : parseInstant(expires);
    // Until when is not known: it stays closed.
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

/** A host or mode that cannot be read opens nothing: it is left out and reported. */
function complain({ says, file }: Speaking, problems: Problem[]): void {
  const report = (text: string, message: string, fix: string): void => {
    const where = file === undefined ? {} : { file };
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
  for (const mode of says.modes ?? []) {
    if (!sandboxModes.some((known) => known === readMode(mode)))
      report(
        `sandbox.modes: ${mode}`,
        `\`${mode}\` needs no mention here`,
        `use ${sandboxModes.join(' or ')}`,
      );
  }
}
