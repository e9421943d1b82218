import { describe, expect, test } from 'vitest';
import { shellParts } from '../src/facts/shell/effects/shell-parts.ts';
import { isPlainPerl } from '../src/facts/shell/programs/perl-program.ts';
import { quoteWord } from '../src/facts/shell/quote-word.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

describe('Perl', () => {
  // Held against: each starts a program, reads or writes a file of its choice, or hides from the reader what Perl runs.
  test.each([
    'system("id")',
    'exec "id"',
    'print `id`',
    'qx/id/',
    'print qx{id}',
    's/a/system("id")/e',
    's/a/`id`/ee',
    's{a}{system("id")}e',
    's/a/b/ge',
    '/(?{ system("id") })/',
    '/(??{ `id` })/',
    '/@{[ system("id") ]}/',
    's/a/@{[ `id` ]}/',
    'print "@{[ system(1) ]}"',
    'print "${\\ system(1)}"',
    'print "$x[system(1)]"',
    'print "$x{`id`}"',
    'print "$x->[system 1]"',
    'print "$x->{`id`}"',
    'print "$F[`id`]"',
    'print "@x[`id`]"',
    'open F, "id|"',
    'open(F, ">/tmp/x")',
    'print <*>',
    'print <$x>',
    'print <F>',
    'print <>',
    'while (<STDIN>) { print }',
    'eval "system 1"',
    'do "x.pl"',
    'require "x.pl"',
    'use lib "."; use x',
    'unlink "a"',
    'rename "a", "b"',
    'kill 9, 1',
    'fork',
    'push @ARGV, "id|"',
    'BEGIN { @ARGV = ("id|") }',
    '$ARGV[0] = "id|"',
    'print $ENV{HOME}',
    'print %ENV',
    '$0 = "x"',
    '$^I = ".bak"',
    '&{"system"}("id")',
    '&$x("id")',
    '$x = "system"; &$x("id")',
    '$x->("id")',
    '"main"->can("x")',
    'main->system',
    'CORE::system("id")',
    'POSIX::system("id")',
    "main'system('id')",
    '*print = 1',
    '*x = sub { 1 }',
    '$$x = 1',
    '@$x',
    '@{$x}',
    '%{"main::"}',
    '${"x"}',
    '$::x = 1',
    '-e "a"',
    'print -s $x',
    'time / 2; system("id"); # /',
    'print $x /"/; system("id") #"/',
    'if (1) {} /"/; system("id") #"/',
    'print STDERR /"/; system("id") #"/',
    'shift /"/; system("id") #"/',
    'y => 1',
    'print "a" . system "id"',
    'print {*STDOUT} "x"',
    'format STDOUT =',
    'print <<E',
    'print <<"E"',
    '__END__',
    '=pod',
    '# comment',
    'tie %x, "y"',
    'syscall 1',
    'sysopen F, "x", 1',
    'opendir D, "."',
    'local $_ = `id`',
    'sub x { 1 }',
    'goto x',
    'dump',
    '$x =~ $y; system 1',
    'print q{a}; system 1',
    "s'a'system(1)'e",
    's#a#`id`#e',
    'tr/a/b/; exec 1',
    'print $x{"a"}{system}',
    'chdir "/"',
    'chmod 0777, "a"',
    'print(1)\\system',
  ])('%s is not proven', (program) => expect(isPlainPerl(program)).toBe(false));

  test.each([
    's/a/b/g',
    's/\\bString\\b/Text/g; s|a/b|c/d|',
    's/import java\\.util\\.Date;/import java.time.Instant;/',
    'print "$1\\n" if /took (\\d+)ms/',
    'print if /^a/ .. /^b/',
    'print $F[1] if $F[0] eq "error"',
    'print scalar(() = /\\bdata\\b/g), "\\n"',
    '$c{$1}++ if /level=(\\w+)/; END { print "$_ $c{$_}\\n" for sort keys %c }',
    '$s += $F[2]; END { printf "%.2f\\n", $s / $. }',
    'print unless $seen{$_}++',
    'y/a-z/A-Z/; print uc($_) . "x"',
    'print join(",", map { $_ * 2 } 1..3)',
    's/(\\d+)/<$1>/',
    'next unless m/x/; chomp; print lc, " ", length',
  ])('%s', (program) => expect(isPlainPerl(program)).toBe(true));

  test('a long program takes no long time', () => {
    for (const piece of ['"', '/x', 's/a', '\\', "'a", '$x /', '{/a', '(}$x{'])
      expect(isPlainPerl(`${piece.repeat(300)}&`)).toBe(false);
  });
});

function effectsOf(text: string): readonly string[] {
  return shellParts(text, fixedWorld({ plainBelow: () => true, holds: () => [] })).flatMap((part) => [
    ...(part.effects ?? []).map(({ effect }) => effect),
    ...(part.check.outcome === 'safety' ? ['asks'] : []),
  ]);
}

describe('a command line with a program for Perl in it', () => {
  test.each([
    ["perl -e 'print 1'", ['read']],
    ["perl -ne 'print' a.log", ['read']],
    ["perl -pi -e 's/a/b/' a.txt", ['edit']],
    ["perl -0pi -e 's/a/b/' a.txt", ['edit']],
    ["perl -F, -lane 'print $F[0]' a.csv", ['read']],
    ["perl -pe 's/a/b/' logs/*.log", ['read']],
  ])('%s', (text, effects) => expect([...new Set(effectsOf(text))].toSorted()).toEqual(effects.toSorted()));

  // The magic of `-n`: a name with a bar at its end is a program, one with an arrow a file to write.
  test.each([
    "perl -ne 'print' 'id|'",
    "perl -ne 'print' '|id'",
    "perl -ne 'print' '> x'",
    "perl -ne 'print' ' id |'",
    "perl -ne 'print' *",
    "perl -ne 'print' src/*",
    "perl -ne 'print' $X",
    "perl -ne 'print' -",
    "perl -Mx -ne 'print' a",
    "perl -I. -e 'print 1'",
    "perl -F'/,/,1);system(1);(' -ane 'print' a",
    "perl -i'/tmp/*' -pe 's/a/b/' a",
    "perl -i.bak -pe 's/a/b/' a",
    "perl -e 'print 1' -e 'system(1)'",
    "perl -de 'print 1'",
    "perl -S -e 'print 1'",
    "perl -x -e 'print 1' a",
    `perl -e "print $X"`,
    "PERL5OPT=-Mx perl -e 'print 1'",
    `bun -e ${quoteWord('Bun.spawn(["id"])')}`,
    "bun -p 'Bun.env'",
    'bun -e "console.log($X)"',
    "deno eval 'Deno.readTextFileSync(1)'",
    "deno eval -A 'x()'",
    "mix do deps.get, run -e 'x'",
    'mix cmd id',
    "scala-cli run -e 'x'",
    "nix-instantiate --eval -E 'x'",
  ])('%s', (text) => expect(effectsOf(text)).toContain('run-other'));

  test('a protected file stays so', () => {
    expect(effectsOf("perl -ne 'print' .env")).toContain('asks');
    expect(effectsOf("perl -pi -e 's/a/b/' ~/.bashrc")).toContain('asks');
    expect(effectsOf("perl -pi -e 's/a/b/' /etc/hosts")).toContain('asks');
  });

  test('bun and deno load what the settings of the project name', () => {
    expect(effectsOf("bun -e 'console.log(1)'")).toEqual(['run']);
    expect(effectsOf("deno eval 'console.log(1)'")).toEqual(['run']);
  });
});
