import type { World } from '../world/world.ts';
import type { Part } from '../facts/part.ts';
import { commandParts, type Reading } from './command-parts.ts';
import type { PowerShellKit } from '../facts/tools/powershell-kit.ts';
import { accessPart, openPart } from './make-part.ts';
import { isPlainType, memberUse } from './members.ts';
import { readPowerShell } from './read/read-powershell.ts';
import type { Expression, Script } from './read/syntax.ts';
import { textsOf } from './values.ts';

const deepest = 8;

/** What a PowerShell text would do: a part for each command, call, redirection and assignment that has an effect. */
export function powershellParts(text: string, world: World, kit: PowerShellKit): readonly Part[] {
  return partsAt(text, { world, kit, depth: 0 });
}

interface Around {
  readonly world: World;
  readonly kit: PowerShellKit;
  /** The number of enclosing texts. */
  readonly depth: number;
}

function partsAt(text: string, { world, kit, depth }: Around): readonly Part[] {
  const read = readPowerShell(text);
  if (!read.understood) return [openPart(text, { start: 0, end: text.length }, read.reason)];
  if (depth > deepest)
    return [openPart(text, { start: 0, end: text.length }, 'text inside of text, too deep')];
  const { script } = read;
  const reading: Reading = {
    text,
    world,
    kit,
    script,
    known: {
      cwd: kit.native(world.cwd, world),
      home: kit.native(world.home, world),
      onWindows: world.platform === 'win32',
    },
    isMoved: movesPlace(script),
    defined: new Set(script.definitions.map(({ name }) => plainName(name))),
    again: (inner) => partsAt(inner, { world, kit, depth: depth + 1 }),
  };
  const parts = [
    ...script.commands.flatMap((command) => commandParts(command, reading)),
    ...memberParts(reading),
    ...redirectionParts(reading),
    ...assignmentParts(reading),
    ...variableParts(reading),
  ];
  return withWritten(parts, reading);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/^\w+:/u, '');
}

/** Whether the text itself may change directories or variables on which other words depend. */
function movesPlace({ commands, assignments }: Script): boolean {
  const moves = commands.some(({ elements: [name] }) =>
    name?.is === 'string'
      ? /^(?:[\w.]+\\)?(?:cd|chdir|sl|pushd|popd|(?:set|push|pop)-location|new-psdrive|ndr|mount)(?:\.\.|\\)?$/iu.test(
          name.text,
        )
      : false,
  );
  return (
    moves ||
    assignments.some(
      ({ target }) =>
        target.is === 'variable' && /^(?:\w+:)?(?:pwd|home|temp|tmp|userprofile)$/iu.test(target.name),
    )
  );
}

/** Code written here may be what runs here: `'ri x' > a.ps1; .\a.ps1`. */
function withWritten(parts: readonly Part[], { text }: Reading): readonly Part[] {
  const writes = parts.some(({ accesses }) => accesses.some(({ kind }) => kind === 'write'));
  if (!writes) return parts;
  return parts.map((part) =>
    part.ownCode === true || runsFile(part)
      ? openPart(text, part.span ?? { start: 0, end: text.length }, 'it may run what the text writes')
      : part,
  );
}

function runsFile({ effects = [] }: Part): boolean {
  return effects.some(({ effect }) => effect === 'run' || effect === 'run-other');
}

function memberParts({ script, text, world, kit, known, isMoved }: Reading): readonly Part[] {
  return script.members.flatMap((member): readonly Part[] => {
    if (isBareValue(member, script)) return [];
    const use = memberUse(member, script);
    if (use.does === 'nothing') return [];
    if (use.does === 'anything') return [openPart(text, member, use.why)];
    const paths = use.paths.map((path) => textsOf(path, known));
    return [
      accessPart(
        { does: use.does, cmdlet: fileCmdlet[use.does], paths, span: member },
        { text, world, kit, isMoved },
      ),
    ];
  });
}

const fileCmdlet = {
  read: 'Get-Content',
  write: 'Set-Content',
  delete: 'Remove-Item',
  move: 'Move-Item',
} as const;

/** `[IO.File]::Delete` alone only prints the method's overloads. */
function isBareValue(member: Expression, { inputs, commands }: Script): boolean {
  if (member.is !== 'member' || member.args !== undefined || member.name.is !== 'string') return false;
  if (member.target.is !== 'type') return false;
  const found = inputs.find(({ value }) => value === member);
  return found !== undefined && commands.every(({ pipeline }) => pipeline !== found.pipeline);
}

function redirectionParts({ script, text, world, kit, known, isMoved }: Reading): readonly Part[] {
  return script.redirections.flatMap((redirection): readonly Part[] => {
    const { to, kind } = redirection;
    if (kind === '&' || typeof to === 'string') return [];
    if (to.is === 'variable' && to.name.toLowerCase() === 'null') return [];
    const part = accessPart(
      { does: 'write', cmdlet: 'Out-File', paths: [textsOf(to, known)], span: redirection },
      { text, world, kit, isMoved },
    );
    return [part];
  });
}

const harmlessDrive = /^(?:global|script|local|private|using|variable|env):/iu;
const loaded =
  /^(?:psdefaultparametervalues|executioncontext|pscmdlet|psmoduleautoloadingpreference)$|^env:(?:path|pathext|psmodulepath|comspec|ld_\w+|git_\w+|node_options|pythonpath|pythonstartup|bash_env|env|editor|pager|visual|prompt_command)$/iu;

function assignmentParts({ script, text, world, kit, isMoved }: Reading): readonly Part[] {
  return script.assignments.flatMap((assignment): readonly Part[] =>
    targetsOf(assignment.target).flatMap((target): readonly Part[] => {
      if (target.is === 'member' && target.isStatic)
        return [openPart(text, assignment, 'a static member is set')];
      if (
        target.is === 'convert' &&
        !isPlainType(target.type, script.namespaces) &&
        /action|func|delegate|predicate|callback|handler|converter|comparison/iu.test(target.type)
      )
        return [openPart(text, assignment, 'a delegate is made')];
      if (target.is !== 'variable') return [];
      const name = target.name.replace(/^(?:global|script|local|private):/iu, '');
      if (loaded.test(name))
        return [openPart(text, assignment, `\`$${target.name}\` changes what later commands mean`)];
      if (!name.includes(':') || harmlessDrive.test(name)) return [];
      if (!/^[a-z]:/iu.test(name))
        return [openPart(text, assignment, `\`$${target.name}\` is no plain variable`)];
      return [
        accessPart(
          { does: 'write', cmdlet: 'Set-Content', paths: [[name]], span: assignment },
          { text, world, kit, isMoved },
        ),
      ];
    }),
  );
}

function targetsOf(target: Expression): readonly Expression[] {
  if (target.is === 'array') return target.items.flatMap(targetsOf);
  if (target.is === 'convert') return [target, ...targetsOf(target.operand)];
  return [target];
}

/** Variables that give access to everything. */
function variableParts({ script, text }: Reading): readonly Part[] {
  const odd = script.variables.find(
    (name) =>
      /^(?:\w+:)?(?:executioncontext|pscmdlet|psdefaultparametervalues)$/iu.test(name) ||
      /^(?:function|alias):/iu.test(name),
  );
  const delegate = script.types.find((type) =>
    /\b(?:action|func|delegate|predicate|converter|comparison|eventhandler|matchevaluator|threadstart|wmiclass|wmi|adsi|scriptblock|powershell|runspacefactory|type)\b/iu.test(
      type,
    ),
  );
  const whole = { start: 0, end: text.length };
  return [
    ...(odd === undefined ? [] : [openPart(text, whole, `\`$${odd}\` reaches everything`)]),
    ...(delegate === undefined ? [] : [openPart(text, whole, `the type ${delegate}`)]),
  ];
}
