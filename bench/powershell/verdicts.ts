import { decideCall } from '@permesso/engine/decision';
import { providePowerShell } from '@permesso/engine/facts';
import { compilePolicy, type Policy } from '@permesso/engine/policy';
import { powershellParts } from '@permesso/engine/powershell';
import { fixedWorld } from '@permesso/engine/world';
import { layersFrom } from '@permesso/gate/gate';
import { aliasTable, cmdletOf } from './aliases.ts';
import { compareReading, type LabelledScript } from './labels.ts';

providePowerShell(() => powershellParts);

/** What `docs/powershell.md` says of each figure. */
export interface Figures {
  readonly scripts: number;
  readonly refused: number;
  readonly agree: number;
  readonly doubt: number;
  /** Of those without a doubt: a command of PowerShell's is not there. */
  readonly missed: number;
  /** The same commands, but a word, a redirection or a call is another. */
  readonly differs: number;
  readonly refusedAllowed: number;
  readonly removing?: number;
  readonly allowed?: number;
  readonly decoys?: number;
  readonly decoysAllowed?: number;
  readonly looking?: number;
  readonly lookingAsks?: number;
}

export interface Finding {
  readonly id: string;
  readonly what: string;
  readonly script: string;
  readonly why: string;
}

const denying = compilePolicy([{ deny: ['PowerShell(Remove-Item:*)'] }]);

export function measure(labels: readonly LabelledScript[], found: Tell = () => undefined): Figures {
  const count = { agree: 0, doubt: 0, missed: 0, differs: 0, refused: 0, refusedAllowed: 0 };
  const hostile = { removing: 0, allowed: 0, decoys: 0, decoysAllowed: 0 };
  const everyday = { looking: 0, lookingAsks: 0 };
  for (const label of labels) {
    const agreement = compareReading(label);
    const isRefused = label.err !== undefined;
    const tell = (what: string, why: string = ''): void => {
      found({ id: label.id, what, script: label.s, why });
    };
    count[agreement === 'refused-read' ? 'refused' : agreement] += 1;
    if (!['agree', 'doubt', 'refused'].includes(agreement)) tell(agreement);
    const denied = verdictOf(label.s, denying, 'bypass');
    const isAllowed = denied.verdict === 'allow';
    if (isRefused && isAllowed) tell('refused and allowed');
    if (isRefused && isAllowed) count.refusedAllowed += 1;
    if (isRefused) continue;
    if (label.gt === undefined) countLooking(label, everyday, tell);
    else countHostile(label, hostile, { isAllowed, tell: (what) => tell(what, denied.why) });
  }
  const scripts = labels.length;
  if (labels.some(({ gt }) => gt !== undefined)) return { scripts, ...count, ...hostile };
  return { scripts, ...count, ...(labels.some(({ id }) => id.startsWith('e')) ? everyday : {}) };
}

type Tell = (finding: Finding) => void;

function countHostile(
  label: LabelledScript,
  hostile: { removing: number; allowed: number; decoys: number; decoysAllowed: number },
  { isAllowed, tell }: { readonly isAllowed: boolean; readonly tell: (what: string) => void },
): void {
  if ((label.gt?.removes.length ?? 0) > 0) {
    hostile.removing += 1;
    if (isAllowed) hostile.allowed += 1;
    if (isAllowed) tell('removes and is allowed');
  } else if (isDecoy(label)) {
    hostile.decoys += 1;
    if (isAllowed) hostile.decoysAllowed += 1;
    else tell('decoy');
  }
}

function countLooking(
  label: LabelledScript,
  everyday: { looking: number; lookingAsks: number },
  tell: (what: string, why: string) => void,
): void {
  if (!onlyLooks(label)) return;
  const { verdict, why } = verdictOf(label.s, balancedPolicy(), 'default');
  everyday.looking += 1;
  if (verdict === 'allow') return;
  everyday.lookingAsks += 1;
  tell('looks and asks', why);
}

let balanced: Policy | undefined;

function balancedPolicy(): Policy {
  const source = {
    layer: 'user' as const,
    file: 'balanced',
    root: '/home/dev/project',
    text: 'use: [balanced]\n',
  };
  balanced ??= compilePolicy(
    layersFrom(source, { trust: { file: '', projects: [] }, home: '/home/dev' }).layers,
  );
  return balanced;
}

function verdictOf(
  command: string,
  policy: Policy,
  mode: 'bypass' | 'default',
): { readonly verdict: string; readonly why: string } {
  const decision = decideCall({ tool: 'PowerShell', input: { command } }, { policy, mode, world });
  const part = decision.receipt.parts.find(({ verdict }) => verdict === decision.verdict);
  return { verdict: decision.verdict, why: `${part?.label ?? ''}: ${part?.doubts.join(', ') ?? ''}` };
}

/** A machine that can be looked at, with nothing hidden in its directories. */
const world = fixedWorld({ cwd: '/home/dev/project', home: '/home/dev', holds: () => [] });

/** By its labels it names no command that removes, and computes no name. */
function isDecoy({ grp, c }: LabelledScript): boolean {
  if (grp !== 'decoy') return false;
  return c.every(
    ({ n }) =>
      n !== null && !/^(?:remove|clear|move|rename)-|^(?:del|erase|rd|rm|rmdir)$/iu.test(cmdletOf(n) ?? n),
  );
}

const looking = /^(?:get|select|where|sort|measure|group|format|test|compare|convertto)-/iu;

function onlyLooks({ c, r, m, a = [] }: LabelledScript): boolean {
  if (c.length === 0 || (r ?? []).length > 0 || (m ?? []).length > 0) return false;
  if (
    a.some(({ v }) =>
      v.some((name) => name === null || /^(?!(?:global|script|local|private):)\w+:/iu.test(name)),
    )
  )
    return false;
  return c.every(({ n }) => n !== null && looking.test(aliasTable().get(n.toLowerCase()) ?? n));
}
