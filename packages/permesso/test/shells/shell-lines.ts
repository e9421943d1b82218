import type { Mode, Verdict } from '@permesso/engine/policy';
import { createGate } from '@permesso/gate/gate';
import { readWorld } from '@permesso/gate/world';
import { actsIn, isInstalled, type ScratchPlace } from './run-line.ts';

/** Lines that act or are harmless, found with the real shells. */
export const linesFile: URL = new URL('../../../../corpus/shells/lines.tsv', import.meta.url);

/** One line of a table: `shell <TAB> mode <TAB> deny rules, separated by | <TAB> command`. */
export interface ShellLine {
  readonly shell: string;
  readonly mode: Mode;
  readonly deny: readonly string[];
  readonly command: string;
  /** Written as `+mode`: it does nothing that anybody needs to be asked about. */
  readonly isHarmless: boolean;
}

export function readShellLines(text: string): readonly ShellLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [shell = '', mode = '', deny = '', ...command] = line.split('\t');
      return {
        shell,
        mode: mode.replace(/^\+/u, '') as Mode,
        deny: deny.split('|').filter((rule) => rule !== ''),
        command: command.join('\t'),
        isHarmless: mode.startsWith('+'),
      };
    });
}

export type LineOutcome = 'right' | 'wrong allow' | 'needless question' | 'wrong label' | 'no shell';

export interface RanLine extends ShellLine {
  readonly acted: boolean;
  readonly verdict: Verdict;
  readonly outcome: LineOutcome;
}

/** What the shell did beside the verdict; without `named` the shell is unknown, and the verdict must hold for each. */
export function runShellLine(
  line: ShellLine,
  { place, named }: { readonly place: ScratchPlace; readonly named: boolean },
): RanLine {
  if (!isInstalled(line.shell)) return { ...line, acted: false, verdict: 'deny', outcome: 'no shell' };
  const acted = actsIn(place, line.shell, line.command);
  const verdict = verdictOn(line, { place, named });
  return { ...line, acted, verdict, outcome: outcomeOf(line, acted, verdict) };
}

export function verdictOn(
  { mode, deny, command, shell }: ShellLine,
  { place, named }: { readonly place: ScratchPlace; readonly named: boolean },
): Verdict {
  const call = { tool: 'Bash', input: { command }, ...(named ? { shell } : {}) };
  const world = { ...readWorld({ root: place.project, project: place.project }), home: place.home };
  return createGate({ policy: { deny }, mode, world: () => world }).explain(call).decision.verdict;
}

function outcomeOf({ isHarmless }: ShellLine, acted: boolean, verdict: Verdict): LineOutcome {
  if (acted && isHarmless) return 'wrong label';
  if (acted && verdict === 'allow') return 'wrong allow';
  return isHarmless && verdict !== 'allow' ? 'needless question' : 'right';
}
