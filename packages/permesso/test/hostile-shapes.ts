function repeat(unit: string, size: number): string {
  return unit.repeat(Math.floor(size / unit.length));
}

function numbered(start: string, size: number): string {
  return Array.from({ length: Math.floor(size / (start.length + 5)) }, (_, index) => start + index).join(' ');
}

function nest(open: string, middle: string, close: string): (size: number) => string {
  return (size) => {
    const count = Math.floor(size / (open.length + close.length));
    return open.repeat(count) + middle + close.repeat(count);
  };
}

/** `bash -c 'bash -c ...'`, quoted again at each level. */
function quotedLevels(size: number): string {
  let text = 'ls';
  while (text.length * 3 < size) text = `bash -c '${text.replaceAll("'", String.raw`'\''`)}'`;
  return text;
}

/** Shell texts of a size, each hostile to some way of reading them. */
export const hostileShapes: Readonly<Record<string, (size: number) => string>> = {
  'eval of eval': (size) => `${repeat('eval ', size)}ls`,
  'eval in quotes': (size) => `eval '${repeat('eval ', size)}ls'`,
  'evals in a list': (size) => repeat("eval 'ls';", size),
  'one redirection again and again': (size) => `ls ${repeat('>a ', size)}`,
  'many redirections': (size) => `ls ${numbered('>a', size)}`,
  'redirections of a group': (size) => `{ ls; } ${repeat('>a ', size)}`,
  'one glob again and again': (size) => `rm ${repeat('*a*b*c ', size)}`,
  'many globs': (size) => `rm ${numbered('*a*b', size)}`,
  'one long glob': (size) => `rm ${repeat('*a', size)}`,
  stars: (size) => `rm ${repeat('*', size)}`,
  classes: (size) => `rm ${repeat('[a-z]', size)}`,
  'stars in directories': (size) => `rm ${repeat('*/', size)}`,
  'directories upwards': (size) => `rm ${repeat('../', size)}`,
  'extended patterns': (size) => `rm ${nest('@(a|', 'b', ')')(size)}`,
  'operands of cp': (size) => `cp ${repeat('a ', size)}`,
  'operands of grep': (size) => `grep ${repeat('a ', size)}`,
  'operands of cat': (size) => `cat ${numbered('a', size)}`,
  'operands of tar': (size) => `tar cf ${repeat('a ', size)}`,
  'operands of an unknown command': (size) => `frobnicate ${repeat('a ', size)}`,
  'unknown operands': (size) => `rm ${repeat('$x ', size)}`,
  homes: (size) => `rm ${repeat('~ ', size)}`,
  options: (size) => `ls ${repeat('-a ', size)}`,
  'options with a value': (size) => `git ${repeat('-c a=b ', size)}status`,
  assignments: (size) => `${repeat('a=b ', size)}ls`,
  'assignments in a list': (size) => `${repeat('a=b;', size)}ls`,
  'a value that doubles': (size) => `a=x;${repeat('a=$a$a;', size)}echo $a`,
  'assignments of env': (size) => `env ${repeat('a=b ', size)}ls`,
  'an array': (size) => `a=(${repeat('b ', size)})`,
  functions: (size) => `${repeat('f(){ ls; };', size)}f`,
  tests: (size) => `${repeat('[[ a ]] && ', size)}ls`,
  cases: (size) => repeat('case a in b) ls;; esac;', size),
  'cases in cases': nest('case a in b) ', 'ls', ';; esac'),
  'ifs in ifs': nest('if a; then ', 'ls', '; fi'),
  'loops in loops': nest('for i in a; do ', 'ls', ';done'),
  'words of a loop': (size) => `for i in ${repeat('a ', size)}; do rm $i; done`,
  'a product of braces': (size) => `rm ${repeat('{a,b}', size)}`,
  'products of braces': (size) => `rm ${repeat('{a,b}{a,b}{a,b}{a,b}{a,b}{a,b} ', size)}`,
  ranges: (size) => `rm ${repeat('{1..250} ', size)}`,
  'braces in braces': (size) => `rm ${nest('{a,', 'b', '}')(size)}`,
  'defaults in defaults': (size) => `echo ${nest('${x:-', 'b', '}')(size)}`,
  'substitutions in substitutions': (size) => `echo ${nest('$(', 'ls', ')')(size)}`,
  substitutions: (size) => `echo ${repeat('$(ls) ', size)}`,
  'substitutions in one word': (size) => `echo ${repeat('$(ls)', size)}`,
  'arithmetic in arithmetic': (size) => `echo ${nest('$((', '1', '))')(size)}`,
  'open substitutions': (size) => repeat('$(', size),
  'open parameters': (size) => repeat('${', size),
  subshells: nest('(', 'ls', ')'),
  groups: nest('{ ', 'ls', ';}'),
  backticks: (size) => `echo ${repeat('`ls` ', size)}`,
  'escaped backticks': (size) => `echo ${repeat('\\`', size)}`,
  quotes: (size) => `echo ${repeat(`'a'"b"`, size)}`,
  escapes: (size) => `echo ${repeat('\\a', size)}`,
  'continued lines': (size) => `ls ${repeat('\\\n', size)}`,
  'process substitutions': (size) => `cat ${repeat('<(ls) ', size)}`,
  'process substitutions nested': nest('cat <(', 'ls', ')'),
  'clauses of find': (size) => `find . ${repeat('-exec ls {} \\; ', size)}`,
  'find in find': (size) => `${repeat('find . -exec ', size)}ls`,
  'xargs of xargs': (size) => `${repeat('xargs ', size)}ls`,
  'sudo of sudo': (size) => `${repeat('sudo ', size)}ls`,
  'ssh of ssh': (size) => `${repeat('ssh h ', size)}ls`,
  'env splits env': (size) => `${repeat('env -S ', size)}ls`,
  'shells in shells': quotedLevels,
  'finds in a list': (size) => repeat('find . -exec cat {} +;', size),
  'names for xargs in a list': (size) => repeat('find a|xargs cat;', size),
  'shells in a list': (size) => repeat("bash -c 'ls;ls';", size),
  'here-documents': (size) => repeat('cat <<E\na\nE\n', size),
  'here-documents of one line': (size) => {
    const count = Math.floor(size / 9);
    return `cat${' <<E'.repeat(count)}\n${'a\nE\n'.repeat(count)}`;
  },
  'substitutions in a here-document': (size) => `cat <<E\n${repeat('$(ls)\n', size)}E\n`,
  'here-strings': (size) => repeat('bash <<< "ls";', size),
  'changes of directory': (size) => `${repeat('cd a;', size)}ls`,
  pipes: (size) => `${repeat('ls|', size)}ls`,
  'programs of sed': (size) => `sed ${repeat('-e p ', size)}`,
  'a program of awk': (size) => `awk '${repeat('{print}', size)}'`,
  hosts: (size) => `curl ${repeat('http://a.b ', size)}`,
  secrets: (size) => `cat ${repeat('.env ', size)}`,
};
