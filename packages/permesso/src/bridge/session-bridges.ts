/** Whether the window of an agent program can show a form: every hook asks that, and few then show one. */
import { processDirectory, terminalOf, type ProcessFacts, type StartedBy } from '@permesso/gate/payloads';
import { bridgesOf, type Bridge } from './bridges.ts';

/** A program of many sessions, each with a window elsewhere: it has no terminal, and declines forms that nobody sees. */
const isDaemon = ({ commandLine }: ProcessFacts): boolean =>
  /\bapp-server\b.* --managed-daemon\b/.test(commandLine);

interface BridgeWanted {
  /** The program that started this hook. */
  readonly by: StartedBy;
  readonly state: string;
}

/** Why no form can be shown in the window of this program; nothing when one can. */
export function noBridge({ by, state }: BridgeWanted): string | undefined {
  // A program that is fed by another program answers forms by that program's rules, not by a person's.
  if (terminalOf(by.host.pid) === undefined && !isDaemon(by.host)) return 'the session is not interactive';
  return sessionBridges(by.host, state).length === 0 ? 'no bridge of this session is running' : undefined;
}

/** The bridges of this session: of a daemon, those that work where this hook was started. */
export function sessionBridges(host: ProcessFacts, state: string): readonly Bridge[] {
  const bridges = bridgesOf(host, state);
  return isDaemon(host) ? bridges.filter(({ pid }) => processDirectory(pid) === process.cwd()) : bridges;
}
