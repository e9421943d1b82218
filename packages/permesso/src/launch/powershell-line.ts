export interface PowerShellLaunch {
  /** Node, the hook and its arguments. */
  readonly words: readonly string[];
  /** Variables to clear. */
  readonly cleared: readonly string[];
}

/** The hook's exit codes, and the message for any other one. */
export interface HookEnd {
  readonly answered: number;
  readonly answeredNo: number;
  readonly failed: string;
}

/** Hosts that start their hooks with PowerShell on Windows. Git Bash, which Claude Code uses, takes the `sh` line. */
export const startedByPowerShell: ReadonlySet<string> = new Set(['gemini-cli', 'copilot-cli']);

/**
 * The equivalent of `launchLine`, for Windows PowerShell 5.1 and PowerShell 7. If node is missing, the preset exit
 * code remains.
 */
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

/** The equivalent of `afterLine`. */
export function tellingInPowerShell(launch: PowerShellLaunch): string {
  return `${startedWords(launch)}; exit 0`;
}

function startedWords({ words, cleared }: PowerShellLaunch): string {
  const clean = cleared.map((name) => `$env:${name} = $null; `).join('');
  return `${clean}& ${words.map(quoted).join(' ')}`;
}

/** Typographic quotes end a string in PowerShell, too. */
function quoted(word: string): string {
  return `'${word.replaceAll(/['\u2018-\u201b]/gu, '$&$&')}'`;
}
