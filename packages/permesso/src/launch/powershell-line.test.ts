import { readPowerShell } from '@permesso/engine/powershell';
import { expect, test } from 'vitest';
import { afterLine, launchLine, promptLine, steering } from './launcher.ts';

const launch = {
  node: String.raw`C:\Program Files\nodejs\node.exe`,
  hook: String.raw`C:\Users\O'Neil’s\hook.cjs`,
  host: 'gemini-cli',
  deadline: 10,
  without: ['XDG_CONFIG_HOME'],
};

/** By the reader that agrees with PowerShell's own parser; no PowerShell was at hand to run it. */
test.each([launchLine(launch, 'win32'), afterLine(launch, 'win32'), promptLine(launch, 'win32')])(
  'PowerShell starts node and the hook, without what steers them: %s',
  (line) => {
    expect(readPowerShell(line).understood).toBe(true);
    expect(line).toContain(String.raw`& 'C:\Program Files\nodejs\node.exe' `);
    expect(line).toContain(String.raw`'C:\Users\O''Neil’’s\hook.cjs' 'gemini-cli' `);
    for (const name of [...steering, 'XDG_CONFIG_HOME']) expect(line).toContain(`$env:${name} = $null; `);
  },
);

test('what ends in any other way than with an answer is denied', () => {
  const line = launchLine(launch, 'win32');
  expect(line.startsWith('$global:LASTEXITCODE = 1; ')).toBe(true);
  expect(line.slice(line.indexOf(`'yes'; `))).toMatch(
    /^'yes'; if \(\$LASTEXITCODE -eq 42\) \{ exit 0 \}; if \(\$LASTEXITCODE -ne 43\) \{ .* \}; exit 2$/u,
  );
});

test('Git Bash takes the line of sh', () => {
  expect(launchLine({ ...launch, host: 'claude-code' }, 'win32')).toBe(
    launchLine({ ...launch, host: 'claude-code' }, 'linux'),
  );
});
