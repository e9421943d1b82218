/** Whether the window of an agent program can show a form: every hook checks this, and few then show one. */
import { processDirectory, terminalOf, type ProcessFacts, type StartedBy } from '@permesso/gate/payloads';
import { bridgesOf, type Bridge } from './bridges.ts';

/**
 * A program of many sessions, each with a window elsewhere: it has no terminal, and declines forms that nobody sees.
 */
const isDaemon = ({ commandLine }: ProcessFacts): boolean =>
  /\bapp-server\b.* --managed-daemon\b/.test(commandLine);

interface BridgeWanted {
  /** The program that started this hook. */
  readonly by: StartedBy;
  readonly state: string;
}

/** Why no form can be shown in the window of this program; undefined when one can. */
export function noBridge({ by, state }: BridgeWanted): string | undefined {
  // A program driven by another program has its forms answered by that program's rules, not by a person.
  if (terminalOf(by.host.pid) === undefined && !isDaemon(by.host)) return 'the session is not interactive';
  return sessionBridges(by.host, state).length === 0 ? 'no bridge of this session is running' : undefined;
}

/** The bridges of this session: for a daemon, only those whose directory is the hook's. */
export function sessionBridges(host: ProcessFacts, state: string): readonly Bridge[] {
  const bridges = bridgesOf(host, state);
  return isDaemon(host) ? bridges.filter(({ pid }) => processDirectory(pid) === process.cwd()) : bridges;
}
