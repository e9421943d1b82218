import { nestedMarks } from './environment.ts';
import { SandboxRefused } from './refusal.ts';

/** What no engine can change on this machine, for this caller. */
export function refuseHere(): void {
  if (!['linux', 'darwin'].includes(process.platform))
    throw new SandboxRefused('platform', {
      message: `Sandboxed calls are built for Linux and macOS; this is ${process.platform}.`,
      fix: 'approve the call, or run the agent in a Linux container or virtual machine',
    });
  if (process.geteuid?.() === 0)
    throw new SandboxRefused('root', {
      message: 'Sandboxed calls are refused for root, which could still write kernel settings inside.',
      fix: 'run the agent as an ordinary user',
    });
  const mark = nestedMarks.find((name) => (process.env[name] ?? '') !== '');
  if (mark !== undefined)
    throw new SandboxRefused('nested', {
      message: `This process runs in a sandbox already (${mark} is set); a second one does not start there.`,
      fix: 'let the outer sandbox hold the call, or start the agent outside of it',
    });
}
