import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces } from '../../../disk/policy-places.ts';
import type { ToolCall } from '@permesso/engine/call';
import { type Approver, withdrawn } from '@permesso/protocol/approval';
import { askOnScreen } from './ask-on-screen.ts';
import { askPlainly } from './ask-plainly.ts';
import { promptContext } from './prompt-context.ts';
import { withTerminalLock } from './terminal-lock.ts';
import { openTerminal, requireTerminal, type Terminal } from './terminal.ts';

/** How a person is asked on the terminal, and how long. */
export interface TerminalOptions {
  /** The last calls, newest first: a rule is shown with how many of them it would match. */
  readonly history?: () => readonly ToolCall[];
  /** Milliseconds until nobody's answer is a deny; waits for ever when absent. */
  readonly timeout?: number;
  /** Plain numbered text. As ACCESSIBLE=1 or TERM=dumb say when absent. */
  readonly accessible?: boolean;
  /** As NO_COLOR says when absent. */
  readonly colour?: boolean;
  /**
   * Whether a person may close the question without an answer: then it throws `CannotAsk`, for a caller that keeps the
   * question elsewhere. Closing denies when absent.
   */
  readonly canLeave?: boolean;
  /** Where the processes that share this terminal wait for their turn. */
  readonly turns?: string;
  readonly open?: () => Terminal;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks on the controlling terminal, even where stdin is a pipe. One question at a time: the others wait. Throws
 * `CannotAsk` where there is no terminal.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { terminalApprover } from '@permesso/gate/approvers';
 * const gate = createGate({ policy: {}, approver: terminalApprover({ timeout: 60_000 }) });
 * ```
 */
export function terminalApprover(options: TerminalOptions = {}): Approver {
  const env = options.env ?? process.env;
  const open = options.open ?? openTerminal;
  const style = terminalStyle(env);
  const accessible = options.accessible ?? style.accessible;
  const colour = options.colour ?? style.colour;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (request, { signal, probe }) => {
    const at = Date.now();
    waiting++;
    const before = queue;
    const { promise: over, resolve: done } = Promise.withResolvers<void>();
    queue = over;
    try {
      await before;
      if (signal.aborted) return withdrawn;
      // Before waiting for a turn that nobody could use.
      if (options.open === undefined) requireTerminal();
      const leave = await withTerminalLock(options.turns ?? turnsHere(), signal);
      try {
        if (signal.aborted) return withdrawn;
        const terminal = open();
        try {
          const context = promptContext(request, {
            probe,
            history: options.history?.() ?? [],
            place: { at: 1, of: waiting },
            canLeave: options.canLeave ?? false,
          });
          const until = options.timeout === undefined ? {} : { until: at + options.timeout };
          const showing = { context, signal, colour, ...until };
          return await (accessible ? askPlainly(terminal, showing) : askOnScreen(terminal, showing));
        } finally {
          terminal.close();
        }
      } finally {
        leave();
      }
    } finally {
      waiting--;
      done();
    }
  };
}

/** What the environment says about the person's terminal. */
export function terminalStyle(env: NonNullable<TerminalOptions['env']>): {
  readonly accessible: boolean;
  readonly colour: boolean;
} {
  return {
    accessible: isOn(env['ACCESSIBLE']) || env['TERM'] === 'dumb',
    colour: (env['NO_COLOR'] ?? '') === '',
  };
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** One place for each terminal of this user. */
function turnsHere(): string {
  const name = createHash('sha256').update(terminalName()).digest('hex').slice(0, 16);
  return join(findPlaces().state, 'terminals', name);
}

function terminalName(): string {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4] ?? '';
  } catch {
    // All terminals of this user then wait for each other.
    return '';
  }
}
