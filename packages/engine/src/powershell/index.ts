/** PowerShell, loaded only when a call uses it. */
export { powershellParts } from './powershell-parts.ts';
export { readPowerShell } from './read/read-powershell.ts';
export type { Expression, Reading, Script } from './read/syntax.ts';
