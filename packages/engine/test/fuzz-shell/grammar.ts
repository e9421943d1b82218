import { EVALUATORS, VALUES } from './evaluators.ts';
import { arithmetic, name, redirection, testExpression, word } from './grammar-words.ts';
import type { Dialect, Write, Writer } from './grammar-words.ts';
import type { Random } from './random.ts';

/**
 * Scripts from bash's grammar and from that of another shell, with a taste for odd corners. Command names are m1 to m9, which
 * only the oracle knows; what must never run in quotes is m9.
 */
export function generateScript(random: Random, dialect?: Dialect): string {
  const writer: Writer = { random, bodies: [], list, dialect };
  let script = list(writer, 1 + random.below(3));
  script += flush(writer);
  if (random.chance(0.1)) {
    const at = random.below(script.length + 1);
    script = `${script.slice(0, at)}\\\n${script.slice(at)}`;
  }
  return script;
}

function list(writer: Writer, depth: number): string {
  let text = command(writer, depth);
  for (let more = writer.random.chance(0.4) ? 1 : 0; more > 0; more -= 1) {
    const joint = writer.random.pick(JOINTS);
    if (joint.includes('\n')) text += writer.bodies.length > 0 ? flush(writer) : joint;
    else text += joint;
    text += command(writer, depth);
  }
  if (writer.bodies.length > 0 && writer.random.chance(0.5)) text += flush(writer);
  return text;
}

const JOINTS = [
  '; ',
  ' && ',
  ' || ',
  ' | ',
  '\n',
  ' |& ',
  ' & ',
  ' # c )\n',
  ';',
  '&&',
  '|\n',
  '||\n',
  '\n\n',
  '\t&&\t',
  ' &&\\\n',
  ' \\\n && ',
  '|\\\n',
  '\r\n',
];

function flush(writer: Writer): string {
  if (writer.bodies.length === 0) return '';
  const text = `\n${writer.bodies.join('\n')}\n`;
  writer.bodies = [];
  return text;
}

function command(writer: Writer, depth: number): string {
  if (depth <= 0) return name(writer);
  const { dialect } = writer;
  if (dialect !== undefined && writer.random.chance(0.4)) return dialect.command(writer, depth - 1);
  if (writer.random.chance(0.55)) return simple(writer, depth);
  return writer.random.pick(compounds(writer, depth - 1))();
}

function compounds(writer: Writer, depth: number): readonly Write[] {
  const { random } = writer;
  const inner: Write = () => list(writer, depth);
  const text: Write = () => word(writer, depth);
  return [
    () => `(${inner()})`,
    () => `( ${inner()} )`,
    () => `{ ${inner()}; }`,
    () => `{ ${inner()}\n}`,
    () => `if ${inner()}; then ${inner()}; fi`,
    () => `if ${inner()}\nthen ${inner()}; elif ${inner()}; then ${inner()}; else ${inner()}; fi`,
    () => `for x in ${text()} ${text()}; do ${inner()}; done`,
    () => `for x in ${text()}\ndo ${inner()} $x\ndone`,
    () => `for z in m1 m2 a; do ${inner()}; $z ${text()} "$z" \${z}; done; ${inner()}`,
    () => `for z in a m4; do ${name(writer)} $z; ${random.pick(EVALUATORS)}; ${inner()}; done`,
    () => `set -- a b; for x do ${inner()}; done`,
    () => `for x in a; { ${inner()}; }`,
    () =>
      `case ${text()} in ${random.pick(['', '('])}${random.pick(['a', '*', '"b"', 'a|*', text()])}) ${inner()}${random.pick([';;', ';&', '\n', ' ;;& *) m3;;'])} esac`,
    () => `[[ ${testExpression(writer, depth)} ]]`,
    () => `[[ ${testExpression(writer, depth)} && ${testExpression(writer, depth)} ]] && ${inner()}`,
    () => `((${arithmetic(writer, depth)}))`,
    () => `while ${inner()} && false; do ${inner()}; done`,
    () => `until ${inner()} || true; do ${inner()}; done`,
    () => `for ((i=0;i<2;i++)); do ${inner()}; done`,
    () => `for ((;0;)) { ${inner()}; }`,
    () => `f() { ${inner()}; }; f ${text()}`,
    () => `function g { ${inner()}; }\ng`,
    () => `f() (${inner()}); f`,
    () => `f() { ${inner()}; } ${redirection(writer, depth)}; f`,
    () => `! ${command(writer, depth)}`,
    () => `time ${command(writer, depth)}`,
    () => `time -p ${command(writer, depth)}`,
    () => `coproc ${command(writer, depth)}`,
    () => `coproc N { ${inner()}; }`,
    () => `((${inner()}) ; ${name(writer)})`,
    () => `x=(${text()} ${text()})`,
    () => `x=(${text()} # c )\n${text()} [2]=${text()})`,
    () => `(${command(writer, depth)} #)\n)`,
    () => `${command(writer, depth)} ${redirection(writer, depth)}`,
    () => `select x in a; do ${inner()}; break; done`,
    () =>
      `cd ${random.pick(['a', 'b', '..', 'nowhere', '~', '"a"', '$x', '-', './a', 'a/../b'.replace('/../', ''), ''])}${random.pick(['; ', ' && ', ' || ', '\n', ' | '])}${inner()}`,
    () => `pushd a ; ${inner()}; popd; ${inner()}`,
    () => `for x in a b; do ${inner()}; cd ${random.pick(['a', '..', 'b'])}; done`,
    () => `for x in a b; do ${thereAndBack(writer, depth)}; done; ${inner()}`,
    () => `${thereAndBack(writer, depth)}\n${inner()}`,
    () => `eval ${random.pick(['"', "'"])}${name(writer)} a${random.pick(['"', "'"])}`,
    () => `eval '${inner().replaceAll("'", `'"'"'`)}'`,
    () => `eval ${text()}`,
    () => `trap '${name(writer)} t' EXIT; ${inner()}`,
    () => `x=${random.pick(VALUES)}; ${inner()}`,
    () => `x=${random.pick(VALUES)}; y=$x; ${random.pick(EVALUATORS)}`,
    () => `x=${random.pick(VALUES)}\n${random.pick(EVALUATORS)}; ${inner()}`,
    () => `x=m1; $x ${text()}`,
    () => `x=m1 && "$x" ${text()}; ${inner()}`,
    () => random.pick(EVALUATORS),
    () => `exit; ${inner()}`,
    () => `shopt -s ${random.pick(['nullglob', 'extglob', 'expand_aliases', 'dotglob'])}\n${inner()}`,
    () =>
      `set ${random.pick(['-e', '-u', '-f', '-x', '+B', '-k', '-o pipefail', '-o posix', '-- a b', '-eu'])}; ${inner()}`,
    () => `alias m1=m2\n${inner()}`,
    () => `export X=${text()}; ${inner()}`,
    () => `declare ${random.pick(['', '-a ', '-i ', '-A ', '-x '])}x=${text()}; ${inner()}`,
    () => `command ${name(writer)} ${text()}`,
    () => `builtin ${random.pick(['echo', 'eval', 'cd', 'printf'])} ${text()}`,
  ];
}

/** Moves and surely moves back, unless something in between breaks off. */
function thereAndBack(writer: Writer, depth: number): string {
  const { random } = writer;
  const between = random.pick([
    'break',
    'm1 && continue',
    'm2 || command break',
    'break 2',
    'break x',
    ': $((1/0))',
    ': ${x?}',
    'a[1/0]=1',
    'readonly q=1; q=2',
    'UID=0',
    'return',
    'eval break',
    '(( 1/0 ))',
    list(writer, depth),
  ]);
  return `cd a || exit; ${between}; cd .. || exit`;
}

function simple(writer: Writer, depth: number): string {
  const { random } = writer;
  let text = '';
  if (random.chance(0.15))
    text += `${random.pick(['x=', 'a[1]=', 'x+=', 'y=', 'a[x]=', 'X=1 y='])}${word(writer, depth - 1)} `;
  if (random.chance(0.07)) text += `${redirection(writer, depth)} `;
  text += random.chance(0.75) ? name(writer) : random.pick(oddNames(writer, depth))();
  for (let count = random.below(3); count > 0; count -= 1) {
    text += ` ${random.chance(0.2) ? redirection(writer, depth) : word(writer, depth - 1)}`;
  }
  return text;
}

function oddNames(writer: Writer, depth: number): readonly Write[] {
  return [
    () => name(writer) + word(writer, depth - 1),
    () => `'${name(writer)}'`,
    () => `"${name(writer)}"`,
    () => `\\${name(writer)}`,
    () => `$'${name(writer)}'`,
    () => `{${name(writer)},a}`,
    () =>
      writer.random.pick([
        'echo',
        'true',
        ':',
        '[',
        'export',
        'let',
        'printf',
        'false',
        'test',
        'declare',
        'read',
      ]),
  ];
}
