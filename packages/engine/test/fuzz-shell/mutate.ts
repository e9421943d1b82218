import type { Random } from './random.ts';

const TOKENS =
  '$( ) ` " \' ${ } (( )) [[ ]] ; & | < > <<A <<-A <<\'A\' <( >( # \\ $\' $" { ( = x= a[ ] ! * ? @( ~ :- % / ^ $x $[ m1 m2 m3 && || |& &> <<< 2> {a,b} $(( 1 ${x:- ${x# ${x/ f() x=( >& >&- -v eval trap -- ~ $@ "$x" [ ]] \\\\ :- += ;; ;& -eq =~ == {1..3} .. cd a'
    .split(' ')
    .concat([
      ' ',
      ' ',
      '\n',
      '\n',
      '\t',
      '\nA\n',
      ' #',
      '\\\n',
      ' ! ',
      ' m4 ',
      'if ',
      '; then ',
      '; fi',
      'do ',
      'done',
    ])
    .concat([
      'case x in ',
      'x) ',
      'esac',
      'for x in ',
      'while ',
      'coproc ',
      'time ',
      'function f ',
      'in ',
      'select x in ',
    ])
    .concat([
      'export ',
      'declare ',
      'local ',
      '\r',
      '\u00a0',
      'é',
      ' m5;',
      'cd a;',
      '$(m6)',
      '`m7`',
      ' | ',
      ' && ',
    ]);

/** A script of the corpus with a few tokens added, taken, doubled or grafted from another. */
export function mutateScript(random: Random, corpus: readonly string[]): string {
  let tokens = split(random.pick(corpus));
  for (let times = 1 + random.below(4); times > 0; times -= 1) tokens = mutateOnce(random, tokens, corpus);
  return tokens.join('');
}

function mutateOnce(random: Random, tokens: readonly string[], corpus: readonly string[]): string[] {
  const at = random.below(tokens.length + 1);
  const before = tokens.slice(0, at);
  const rest = tokens.slice(at);
  switch (random.below(6)) {
    case 0:
      return [...before, ...rest.slice(1)];
    case 1:
      return [...before, random.pick(TOKENS), ...rest];
    case 2:
      return [...before, ...split(random.pick(corpus)).slice(0, 12), ...rest];
    case 3: {
      const from = random.below(tokens.length + 1);
      return [...before, ...tokens.slice(from, from + 1 + random.below(6)), ...rest];
    }
    case 4:
      return [...before, random.pick(TOKENS), ...rest.slice(1)];
    default: {
      const other = split(random.pick(corpus));
      return [...before, ...other.slice(random.below(other.length + 1))];
    }
  }
}

/** Tokens in no order at all. */
export function tokenSoup(random: Random): string {
  let script = random.pick(['', 'm1 ', 'm1 ', 'echo ']);
  for (let count = 2 + random.below(9); count > 0; count -= 1) script += random.pick(TOKENS);
  return script;
}

export function split(script: string): string[] {
  return script.match(/[A-Za-z0-9_]+|\s|[^A-Za-z0-9_\s]/gu) ?? [];
}
