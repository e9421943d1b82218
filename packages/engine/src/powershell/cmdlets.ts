import { lazily } from '../facts/lazily.ts';
import { ALIASES } from './commands/aliases.ts';
import { CMDLET_CLASSES } from './commands/effects.ts';
import { PARAMETERS } from './commands/parameters.ts';

export type CmdletClass =
  | 'quiet'
  | 'reads'
  | 'writes'
  | 'copies'
  | 'moves'
  | 'removes'
  | 'text'
  | 'defines'
  | 'open'
  | 'fetches';

export interface Parameter {
  readonly name: string;
  /** Lower case, including its own name. */
  readonly names: readonly string[];
  readonly isSwitch: boolean;
  readonly place: number | undefined;
}

const lines = (text: string): readonly string[] => text.trim().split('\n');

const aliases = lazily(() => {
  const found = new Map<string, string>();
  for (const line of lines(ALIASES)) {
    const [name = '', ...rest] = line.split(' ');
    for (const alias of rest) found.set(alias.toLowerCase(), name);
  }
  return found;
});

const aliasNames = lazily(() => {
  const found = new Map<string, readonly string[]>();
  for (const line of lines(ALIASES)) {
    const [name = '', ...rest] = line.split(' ');
    found.set(name, rest);
  }
  return found;
});

const classes = lazily(() => {
  const found = new Map<string, { readonly name: string; readonly does: CmdletClass }>();
  for (const block of CMDLET_CLASSES.trim().split(/\n(?=\S)/u)) {
    const [does = '', names = ''] = block.split(':');
    for (const name of names.trim().split(/\s+/u))
      found.set(name.toLowerCase(), { name, does: does as CmdletClass });
  }
  return found;
});

const common =
  'Verbose=vb! Debug=db! ErrorAction=ea WarningAction=wa InformationAction=infa ErrorVariable=ev WarningVariable=wv InformationVariable=iv OutVariable=ov OutBuffer=ob PipelineVariable=pv WhatIf=wi! Confirm=cf! ProgressAction=proga';

const parameters = lazily(
  () =>
    new Map(
      lines(PARAMETERS).map((line) => {
        const [name = '', ...rest] = line.split(' ');
        return [name, [...rest, ...common.split(' ')].map(parameterOf)] as const;
      }),
    ),
);

function parameterOf(text: string): Parameter {
  const [, names = '', isSwitch, place] = /^([^!:]+)(!?)(?::(\d+))?$/u.exec(text) ?? [];
  const [name = '', ...others] = names.split('=');
  return {
    name,
    names: [name, ...others].map((each) => each.toLowerCase()),
    isSwitch: isSwitch === '!',
    place: place === undefined ? undefined : Number(place),
  };
}

export function parametersOf(cmdlet: string): readonly Parameter[] | undefined {
  return parameters().get(cmdlet);
}

/** Finds the cmdlet for a name, in any case and with an optional module prefix. Aliases come first, as in PowerShell. */
export function cmdletNamed(text: string): string | undefined {
  const own = /^[\w.]+[\\/]([\w-]+)$/u.exec(text);
  const name = (own?.[1] ?? text).toLowerCase();
  const alias = own === null ? aliases().get(name) : undefined;
  if (alias !== undefined) return alias;
  const known = classes().get(name)?.name;
  if (known !== undefined) return known;
  if (own !== null && !/^[\w.]+\\/u.test(text)) return undefined;
  return /^[a-z]+-[a-z]\w*$/u.test(name) ? titled(name) : undefined;
}

/** `get-volume` as a rule would probably spell it. */
function titled(name: string): string {
  return name.replaceAll(/(?:^|-)[a-z]/gu, (first) => first.toUpperCase());
}

export function aliasesFor(cmdlet: string): readonly string[] {
  return aliasNames().get(cmdlet) ?? [];
}

export function cmdletClass(cmdlet: string): CmdletClass | undefined {
  return classes().get(cmdlet.toLowerCase())?.does;
}
