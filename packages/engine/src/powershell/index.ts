/** PowerShell, loaded where a call for it is seen. */
export { powershellParts } from './powershell-parts.ts';
export { readPowerShell } from './read/read-powershell.ts';
export type { Expression, Reading, Script } from './read/syntax.ts';
