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

/** How a person is asked on the terminal, and for how long. */
export interface TerminalOptions {
  /** Recent calls, newest first: a rule is shown with how many of them it would match. */
  readonly history?: () => readonly ToolCall[];
  /** Milliseconds until an unanswered request is denied. By default there is no timeout. */
  readonly timeout?: number;
  /** Plain numbered text. By default set by ACCESSIBLE=1 or TERM=dumb. */
  readonly accessible?: boolean;
  /** Defaults to what NO_COLOR says. */
  readonly colour?: boolean;
  /**
   * Whether a person may close the prompt without an answer: it then throws `CannotAsk`, for a caller that keeps the
   * request elsewhere. By default, closing denies.
   */
  readonly canLeave?: boolean;
  /** Where processes that share this terminal wait for their turn. */
  readonly turns?: string;
  readonly open?: () => Terminal;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks on the controlling terminal, even if stdin is a pipe. One request at a time: the others wait. Throws
 * `CannotAsk` if there is no terminal.
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
      // Checked before waiting for a turn that could not be used.
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

/** The terminal settings in the environment. */
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

/** One lock per terminal of this user. */
function turnsHere(): string {
  const name = createHash('sha256').update(terminalName()).digest('hex').slice(0, 16);
  return join(findPlaces().state, 'terminals', name);
}

function terminalName(): string {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4] ?? '';
  } catch {
    // All terminals of this user then share one lock.
    return '';
  }
}
