import type { World } from '../world/world.ts';
import type { Part } from '../facts/part.ts';
import type { Word } from '../facts/shell/read/words/word.ts';
import { bindArguments, type Bound } from './bind.ts';
import { cmdletClass, cmdletNamed } from './cmdlets.ts';
import { readCmdText } from './cmd-text.ts';
import { LOOKING_VERBS, OPEN_PROGRAMS } from './commands/effects.ts';
import { hostedText } from './host-program.ts';
import type { PowerShellKit } from '../facts/tools/powershell-kit.ts';
import { accessPart, type FileUse, namesFor, openPart, suspected } from './make-part.ts';
import { isPlainType, memberUse } from './members.ts';
import type { Command, Expression, Script } from './read/syntax.ts';
import { type KnownVariables, textsOf, wordsOf } from './values.ts';

/** The state of turning one text into parts. */
export interface Reading {
  readonly text: string;
  readonly world: World;
  readonly kit: PowerShellKit;
  readonly script: Script;
  readonly known: KnownVariables;
  readonly isMoved: boolean;
  readonly defined: ReadonlySet<string>;
  readonly again: (text: string) => readonly Part[];
}

export function commandParts(command: Command, reading: Reading): readonly Part[] {
  const [name] = command.elements;
  if (name === undefined || name.is === 'block') return [];
  if (name.is !== 'string') return [openPart(reading.text, command, 'the name of the command is computed')];
  const { text } = name;
  const cmdlet = cmdletNamed(text);
  if (cmdlet !== undefined && !isOwn(text, cmdlet, reading)) return cmdletParts(command, cmdlet, reading);
  if (reading.defined.has(text.toLowerCase())) return [];
  return programParts(command, text, reading);
}

/** Whether the text defines this function. An alias wins over it, so what it shadows is judged too. */
function isOwn(text: string, cmdlet: string, { defined }: Reading): boolean {
  return defined.has(text.toLowerCase()) && cmdletClass(cmdlet) === undefined;
}

function cmdletParts(command: Command, cmdlet: string, reading: Reading): readonly Part[] {
  const { text } = reading;
  switch (cmdletClass(cmdlet)) {
    case 'quiet':
      return quietParts(command, cmdlet, reading);
    case 'reads':
      return [filePart(command, { does: 'read', cmdlet }, reading)];
    case 'writes':
      return [filePart(command, { does: 'write', cmdlet }, reading)];
    case 'copies':
      return [filePart(command, { does: 'copy', cmdlet }, reading)];
    case 'moves':
      return [filePart(command, { does: 'move', cmdlet }, reading)];
    case 'removes':
      return [filePart(command, { does: 'delete', cmdlet }, reading)];
    case 'text':
      return textParts(command, reading);
    case 'defines':
      return aliasParts(command, cmdlet, reading);
    case 'open':
      return [openPart(text, command, `${cmdlet} may run anything`)];
    case 'fetches':
      return [suspected(plainPart(command, { cmdlet: cmdlet, effect: 'fetch' }, reading))];
    case undefined:
      return [otherPart(command, cmdlet, reading)];
  }
}

/** Judges the cmdlet by its verb alone. */
function otherPart(command: Command, cmdlet: string, reading: Reading): Part {
  const [verb = ''] = cmdlet.toLowerCase().split('-');
  if (LOOKING_VERBS.has(verb) && cmdlet !== 'Get-Credential' && cmdlet !== 'Get-Clipboard')
    return plainPart(command, cmdlet, reading);
  const part = plainPart(command, { cmdlet: cmdlet, effect: 'run-other' }, reading);
  return /^(?:invoke|register|start|new|import|enter|install|use|add|set|update|enable)$/u.test(verb)
    ? suspected(part)
    : part;
}

interface Effected {
  readonly cmdlet: string;
  readonly effect: 'run-other' | 'fetch';
}

/** A command with one effect and no files; without a stated effect it reads. */
function plainPart(command: Command, named: string | Effected, reading: Reading): Part {
  const { text, known } = reading;
  const { cmdlet, effect } = typeof named === 'string' ? { cmdlet: named, effect: 'read' as const } : named;
  const span = { start: command.start, end: command.end };
  const words = cmdletWords(command, cmdlet, { text, known });
  const reads = effect === 'read';
  return {
    kind: 'shell',
    label: text.slice(span.start, span.end),
    span,
    subject: { kind: 'command', words, aliases: namesFor(cmdlet, words, span), escalations: [] },
    accesses: [],
    effects: [{ effect }],
    readOnly: reads,
    insideEdit: false,
    check: reads ? { outcome: 'allow', reason: 'read-only' } : { outcome: 'pass' },
    doubts: reads ? [] : [`${cmdlet} has no row`],
    ...(reads ? { byManual: true as const } : {}),
  };
}

function cmdletWords(
  { elements, start, end }: Command,
  cmdlet: string,
  { text, known }: Pick<Reading, 'text' | 'known'>,
): readonly Word[] {
  return [
    { kind: 'literal', text: cmdlet, span: { start, end } },
    ...elements.slice(1).flatMap((element) => wordsOf(element, text, known)),
  ];
}

/** No effects that count, unless an argument makes it run something. */
function quietParts(command: Command, cmdlet: string, reading: Reading): readonly Part[] {
  const why = whyNotQuiet(command, cmdlet, reading);
  return [why === undefined ? plainPart(command, cmdlet, reading) : openPart(reading.text, command, why)];
}

function whyNotQuiet(command: Command, cmdlet: string, reading: Reading): string | undefined {
  const bound = bindArguments(cmdlet, command);
  switch (cmdlet) {
    case 'ForEach-Object': {
      const members = [...(bound.by.get('Process') ?? []), ...(bound.by.get('MemberName') ?? [])];
      const isPlain = members.every((each) => isPlainMember(each, reading.script));
      return isPlain ? undefined : 'a method by its name';
    }
    case 'New-Object':
      return isPlainObject(bound.by, reading.script) ? undefined : 'an object of an open type';
    case 'Set-Variable':
    case 'New-Variable':
      return setsPlainVariable(bound, reading) ? undefined : 'a variable that may be any';
    case 'Invoke-Command':
    case 'Start-Job':
    case 'Start-ThreadJob': {
      const isHere =
        command.elements.some(({ is }) => is === 'block') && !elsewhere.some((each) => bound.by.has(each));
      return isHere ? undefined : 'what it runs is not in the text';
    }
    default:
      return undefined;
  }
}

const elsewhere = [
  'ComputerName',
  'FilePath',
  'Session',
  'ConnectionUri',
  'HostName',
  'InitializationScript',
];

function setsPlainVariable({ by, isUnclear }: Bound, { known }: Reading): boolean {
  const [given] = by.get('Name') ?? [];
  const name = given === undefined ? undefined : textsOf(given, known)?.[0];
  return !isUnclear && name !== undefined && !/psdefault|executioncontext|:|[*?[]/iu.test(name);
}

function isPlainMember(e: Expression, script: Script): boolean {
  if (e.is === 'array') return e.items.every((item) => isPlainMember(item, script) || item.is === 'block');
  if (e.is !== 'string') return e.is === 'block';
  if (
    /^(?:full)?name$|^(?:length|count|id|path|value|key|directory\w*|extension|basename|message|line\w*|filename)$/iu.test(
      e.text,
    )
  )
    return true;
  const use = memberUse(
    { is: 'member', target: e, name: e, isStatic: false, args: [], start: e.start, end: e.end },
    script,
  );
  return use.does === 'nothing' && !/[*?[]/u.test(e.text);
}

function isPlainObject(by: ReadonlyMap<string, readonly Expression[]>, { namespaces }: Script): boolean {
  const [type] = by.get('TypeName') ?? [];
  return type?.is === 'string' && !by.has('ComObject') && isPlainType(type.text, namespaces);
}

const unnamed: readonly string[] = ['Path', 'LiteralPath', 'FilePath'];

function filePart(
  command: Command,
  { does, cmdlet }: Pick<FileUse, 'does' | 'cmdlet'>,
  reading: Reading,
): Part {
  const bound = bindArguments(cmdlet, command);
  const given = unnamed.flatMap((name) => bound.by.get(name) ?? []);
  const targets = ['Destination', 'NewName', ...(cmdlet === 'New-Item' ? ['Name'] : [])].flatMap(
    (name) => bound.by.get(name) ?? [],
  );
  const words = cmdletWords(command, cmdlet, reading);
  const names = [...given, ...targets];
  // With only a variable, nothing is written.
  if (cmdlet === 'Tee-Object' && bound.by.has('Variable')) return plainPart(command, cmdlet, reading);
  const piped = given.length === 0 && (command.place > 0 || cmdlet !== 'New-Item');
  const paths = names.map((each) => textsOf(each, reading.known));
  if (definesByPath(paths))
    return openPart(reading.text, command, 'a function, an alias or a variable may be set');
  const isText = does === 'read' && command.place > 0 && given.length === 0 && cmdlet === 'Select-String';
  return accessPart(
    {
      does,
      cmdlet,
      paths: bound.isUnclear ? [...paths, undefined] : paths,
      words,
      span: command,
      recursive: bound.switches.has('Recurse') || does === 'delete',
      ...(piped && !isText ? { piped: true } : {}),
    },
    reading,
  );
}

/** `Set-Content function:x` and the like, including through an unknown path. */
function definesByPath(paths: readonly (readonly string[] | undefined)[]): boolean {
  return paths.some((texts) =>
    texts?.some(
      (text) =>
        /(?:^|[\\:])(?:function|alias|variable|env|wsman):/iu.test(text) &&
        !/^(?:variable|env):/iu.test(text),
    ),
  );
}

/** Reads `iex 'text'` as if the text stood in its place. */
function textParts(command: Command, reading: Reading): readonly Part[] {
  const rest = command.elements.slice(1).filter(({ is }) => is !== 'parameter');
  const given = command.elements.slice(1).find((e) => e.is === 'parameter' && e.value !== undefined);
  const value = given?.is === 'parameter' ? given.value : rest[0];
  const inner = value === undefined || rest.length > 1 ? undefined : textsOf(value, reading.known);
  const isWhole = value?.is === 'string' || value?.is === 'paren' || value?.is === 'binary';
  if (inner?.length !== 1 || !isWhole) return [openPart(reading.text, command, 'a text that it runs')];
  return [...reading.again(inner[0] ?? ''), plainPart(command, 'Invoke-Expression', reading)];
}

/** An alias for a command counts as if the command ran here, with any arguments. */
function aliasParts(command: Command, cmdlet: string, reading: Reading): readonly Part[] {
  const bound = bindArguments(cmdlet, command);
  const value = bound.by.get('Value')?.[0];
  const text = value?.is === 'string' ? value.text : undefined;
  const meant = text === undefined || bound.isUnclear ? undefined : cmdletNamed(text);
  if (meant === undefined || /^(?:open|text|defines)$/u.test(cmdletClass(meant) ?? 'open'))
    return [openPart(reading.text, command, 'a name gets another meaning')];
  if (cmdletClass(meant) === 'removes' || cmdletClass(meant) === 'moves')
    return [{ ...openPart(reading.text, command, 'a name gets another meaning') }];
  return [plainPart(command, cmdlet, reading)];
}

/** Uses the model of the other shells for a program: one row for `git` in all of them. */
function programParts(command: Command, written: string, reading: Reading): readonly Part[] {
  const base = (written.split(/[\\/]/u).at(-1) ?? '').toLowerCase();
  const name = base.replace(/\.(?:exe|com|cmd|bat)$/u, '');
  if (name === 'pwsh' || name === 'powershell') return hostParts(command, name, reading);
  if (name === 'cmd') return cmdParts(command, reading);
  if (name === 'cd..' || name === 'cd\\') return [];
  const isPath = /[\\/]/u.test(written) || scriptEnding.test(base);
  const isKnown = reading.kit.isProgram(name);
  if (OPEN_PROGRAMS.has(name) && (isPath || !isKnown || runsText(command, name, reading)))
    return [openPart(reading.text, command, `${name} may run anything`)];
  const other = { cmdlet: written, effect: 'run-other' } as const;
  if (isPath) return [{ ...plainPart(command, other, reading), ownCode: true }];
  return isKnown ? programWords(command, name, reading) : [plainPart(command, other, reading)];
}

const scriptEnding = /\.(?:ps1|psm1|cmd|bat|vbs|js|wsf|lnk|hta|msi|py|sh)$/u;

/** Piped input may be a program, and `dotnet fsi` runs one. */
function runsText({ place, start, end }: Command, name: string, { text }: Reading): boolean {
  return place > 0 || (name === 'dotnet' && /\b(?:fsi|script|exec)\b/iu.test(text.slice(start, end)));
}

function programWords(command: Command, name: string, reading: Reading): readonly Part[] {
  const { text, known, world, kit } = reading;
  const words = command.elements.slice(1).flatMap((element) => nativeWords(element, text, known));
  const span = { start: command.start, end: command.end };
  const label = text.slice(span.start, span.end);
  return kit.shellParts([name, ...words].join(' '), world, 'sh').map((part): Part => {
    const own = { ...part, span, label };
    return (part.effects ?? [{ effect: 'run-other' }]).some(({ effect }) => risky.has(effect))
      ? suspected(own)
      : own;
  });
}

const risky: ReadonlySet<string> = new Set(['run-other', 'delete', 'lose', 'machine', 'remote-run']);

/** Native programs get their arguments as text, quoted for the other shell. */
function nativeWords(element: Expression, source: string, known: KnownVariables): readonly string[] {
  if (element.is === 'parameter') {
    const own = quoted(
      source.slice(element.start, element.start + 1).replace(/[\u2013-\u2015]/u, '-') + element.name,
    );
    return element.value === undefined ? [own] : [`${own}:`, ...nativeWords(element.value, source, known)];
  }
  const texts = textsOf(element, known);
  if (texts === undefined) return ['$PS_VALUE'];
  // A Windows program resolves `/x` on its current drive.
  if (known.onWindows && texts.some((text) => /^[\\/](?:\w*[\\/]|\w{2})/u.test(text))) return ['$PS_VALUE'];
  return texts.map((text) => quoted(text.replaceAll('\\', '/')));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function hostParts(command: Command, shell: 'pwsh' | 'powershell', reading: Reading): readonly Part[] {
  const hosted = hostedText(command, (e) => textsOf(e, reading.known)?.join(' '), shell);
  if ('text' in hosted) return reading.again(hosted.text);
  if ('block' in hosted) return [];
  if ('file' in hosted)
    return [{ ...plainPart(command, { cmdlet: shell, effect: 'run-other' }, reading), ownCode: true }];
  return [openPart(reading.text, command, hosted.why)];
}

function cmdParts(command: Command, reading: Reading): readonly Part[] {
  const texts = command.elements
    .slice(1)
    .map((e) =>
      e.is === 'parameter' && e.value === undefined ? `-${e.name}` : textsOf(e, reading.known)?.join(' '),
    );
  const whole = texts.some((each) => each === undefined) ? undefined : texts.join(' ');
  const found = /^(?:\/[dqsv](?::\w+)?\s+)*\/[ck]\s*(.*)$/isu.exec(whole ?? '')?.[1];
  const commands = found === undefined ? undefined : readCmdText(found);
  if (commands === undefined) return [openPart(reading.text, command, 'a text for cmd that is not followed')];
  return commands.flatMap(({ does, words }): readonly Part[] => {
    if (does === 'reads') return [plainPart(command, 'cmd', reading)];
    if (does === 'removes') {
      const paths = words.slice(1).filter((word) => !/^[/-]/u.test(word));
      return [
        accessPart(
          {
            does: 'delete',
            cmdlet: 'Remove-Item',
            paths: [paths.length === 0 ? undefined : paths],
            span: command,
            recursive: true,
          },
          reading,
        ),
      ];
    }
    const [name = '', ...rest] = words;
    return programParts(
      {
        ...command,
        place: 0,
        elements: words.map((word): Expression => ({
          is: 'string',
          text: word,
          quote: "'",
          start: command.start,
          end: command.end,
        })),
      },
      rest.length === 0 ? name : name,
      reading,
    ).map(suspected);
  });
}
