import { definedFields } from '@permesso/engine/call';
import { failureNotice } from '../failure-notice.ts';
import { findEngine } from '../find-engine.ts';
import { openSandbox, type SandboxOptions } from '../open-sandbox.ts';
import { profileDigest, readProfile } from '../read-profile.ts';
import { SandboxRefused } from '../refusal.ts';
import { whatItOpens } from './covers.ts';
import { startServer, type EndedCommand, type RunningServer, type SessionCommand } from './running-server.ts';

/** What a command in a session sandbox printed, and how it ended. */
export interface RanInSession extends EndedCommand {
  /** For the model: it seems to have failed because of the sandbox, and what to ask for. */
  readonly notice?: string;
  /** Why what earlier commands left running has ended: a new sandbox had to be started for this one. */
  readonly restarted?: string;
}

/** One sandbox for a whole session: servers and background jobs of a command are there for the next. */
export interface SessionSandbox {
  /** Rejects with `SandboxRefused` where the command was not started. It never runs in a wider sandbox than its own. */
  readonly run: (command: string, options: SessionCommand) => Promise<RanInSession>;
  /** Ends everything that still runs in it. */
  readonly close: () => Promise<void>;
}

/**
 * Opens one sandbox for all commands of a session, so that a server which one of them starts is there for the next.
 *
 * @example
 * ```ts
 * import { openSession, type SandboxProfile } from '@permesso/gate/sandbox';
 * const session = openSession({ session: 'chat-7' });
 * const serveAndFetch = async (profile: SandboxProfile) => {
 *   await session.run('npm run serve &', { profile, cwd: '/srv/app' });
 *   return await session.run('curl -s http://127.0.0.1:3000', { profile, cwd: '/srv/app' });
 * };
 * ```
 */
export function openSession(options: SandboxOptions = {}): SessionSandbox {
  const sandbox = openSandbox(options);
  let living: Promise<RunningServer> | undefined;

  /** Nothing where it did not start: the call that started it was refused. */
  async function started(): Promise<RunningServer | undefined> {
    const [tried] = await Promise.allSettled([living]);
    return tried.status === 'fulfilled' ? tried.value : undefined;
  }

  async function livingFor(given: SessionCommand): Promise<{ living: RunningServer; restarted?: string }> {
    const profile = readProfile(given.profile);
    const before = await started();
    const opens = before?.isOver() === true ? 'it had ended' : before && whatItOpens(before.profile, profile);
    if (before !== undefined && opens === undefined) return { living: before };
    await before?.end();
    living = startServer(profile, { given, sandbox, shell: findEngine(options.engine).shell });
    return { living: await living, ...definedFields({ restarted: opens }) };
  }

  return {
    run: async (command, given) => {
      given.signal?.throwIfAborted();
      if (given.profileDigest !== undefined && given.profileDigest !== profileDigest(given.profile))
        throw new SandboxRefused('changed', {
          message: 'The sandbox profile is not the one that was decided about.',
          fix: 'let the call be decided again',
        });
      const found = await livingFor(given);
      const ran = await found.living.run(command, given);
      const notice =
        ran.exitCode === 0
          ? undefined
          : failureNotice(`${ran.stderr}\n${ran.stdout}`, { profile: found.living.profile, by: 'library' });
      return { ...ran, ...definedFields({ notice, restarted: found.restarted }) };
    },
    close: async () => {
      await (await started())?.end();
      await sandbox.close();
    },
  };
}
