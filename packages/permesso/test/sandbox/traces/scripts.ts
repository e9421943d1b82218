/** Files that a command of a trace needs: as an earlier command of the trace wrote them, else one that leaves a mark. */
export function scriptsFor(command: string, all: readonly string[]): Readonly<Record<string, string>> {
  const names = [...command.matchAll(/(?:^|[\s;&|(])(?:\.\/)?([\w-][\w/-]*\.(?:py|sh|js))(?=$|[\s;&|)])/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.includes('..'));
  return Object.fromEntries([...new Set(names)].map((name) => [name, writtenIn(all, name) ?? stubFor(name)]));
}

/** The text of `cat > NAME <<'EOF'`, in either order. */
function writtenIn(all: readonly string[], name: string): string | undefined {
  for (const command of all) {
    const [first = '', ...lines] = command.split('\n');
    const mark = /<<\s*['"]?(\w+)['"]?/.exec(first)?.[1];
    const isWritten = new RegExp(`>\\s*(?:\\S*/)?${name.replaceAll('.', '\\.')}(?=\\s|$)`).test(first);
    const end = mark === undefined ? -1 : lines.indexOf(mark);
    if (first.startsWith('cat ') && isWritten && end !== -1) return `${lines.slice(0, end).join('\n')}\n`;
  }
  return undefined;
}

function stubFor(name: string): string {
  if (name.endsWith('.py'))
    return "import sys\nopen('ran.txt', 'w').write('x')\nprint('ran', sys.argv[1:])\n";
  if (name.endsWith('.js')) return "require('fs').writeFileSync('ran.txt', 'x');\nconsole.log('ran');\n";
  return '#!/bin/bash\necho x > ran.txt\necho "ran $*"\n';
}
