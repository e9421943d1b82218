export interface PowerShellLaunch {
  /** Node, the hook and its arguments. */
  readonly words: readonly string[];
  /** Variables that it shall not have. */
  readonly cleared: readonly string[];
}

/** What the exit codes of the hook are, and what is said where it has none of them. */
export interface HookEnd {
  readonly answered: number;
  readonly answeredNo: number;
  readonly failed: string;
}

/** Hosts that start their hooks by PowerShell on Windows. Git Bash, by which Claude Code starts its own, takes the line of `sh`. */
export const startedByPowerShell: ReadonlySet<string> = new Set(['gemini-cli', 'copilot-cli']);

/** What `launchLine` says, for Windows PowerShell 5.1 and PowerShell 7. Where node is not there, the code stays what it was set to. */
export function decidingInPowerShell(
  launch: PowerShellLaunch,
  { answered, answeredNo, failed }: HookEnd,
): string {
  return [
    `$global:LASTEXITCODE = 1; ${startedWords(launch)}`,
    `if ($LASTEXITCODE -eq ${answered}) { exit 0 }`,
    `if ($LASTEXITCODE -ne ${answeredNo}) { [Console]::Error.WriteLine(${quoted(failed)}) }`,
    'exit 2',
  ].join('; ');
}

/** What `afterLine` says. */
export function tellingInPowerShell(launch: PowerShellLaunch): string {
  return `${startedWords(launch)}; exit 0`;
}

function startedWords({ words, cleared }: PowerShellLaunch): string {
  const clean = cleared.map((name) => `$env:${name} = $null; `).join('');
  return `${clean}& ${words.map(quoted).join(' ')}`;
}

/** Typographic quotes end a text there, too. */
function quoted(word: string): string {
  return `'${word.replaceAll(/['\u2018-\u201b]/gu, '$&$&')}'`;
}
