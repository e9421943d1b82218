import { read } from 'node:fs';
import { answerHook, refuseUnread } from './answer-hook.ts';
import type { WriteGuard } from '@permesso/gate/log';
import type { Asker } from './approval-channel.ts';
import { hookGate } from './hook-gate.ts';
import type { HookHost, Reply } from '@permesso/gate/payloads';
import { mayNameHome, placesProblem, type LaunchPlaces } from '../launch/launch-places.ts';
import { toldFailure } from '../intercept/refusal-texts.ts';

export interface RunOptions {
  readonly host: HookHost;
  readonly ask?: Asker;
  /** Milliseconds until we answer no matter what: less than the host's own timeout. */
  readonly deadline: number;
  readonly program?: string;
  /** The locations of the person's files, from the launcher. */
  readonly places?: LaunchPlaces;
  /** The agent's home, where it differs from the person's. */
  readonly agentHome?: string;
  /** Guards the log against a duplicate, where the resident process was asked first. */
  readonly guard?: WriteGuard;
}

/** More than any call that a person could read; a host that sends more is refused. */
const mostBytes = 32 * 1024 * 1024;

/** One hook process from stdin to its exit code. Ends within the deadline, and only with an answer. */
export async function runHook({ host, deadline, places, agentHome, ...rest }: RunOptions): Promise<Reply> {
  // The YAML parser prints to stdout when these are set, and one stray line there lets the call run.
  delete process.env['LOG_STREAM'];
  delete process.env['LOG_TOKENS'];
  const late = Promise.withResolvers<Reply>();
  const stop = new AbortController();
  const patience = Math.max(0, deadline - 500);
  const timers = [
    setTimeout(() => stop.abort(), patience),
    setTimeout(
      () => late.resolve(refuseUnread(host, `there was no answer within ${deadline / 1000} s`)),
      deadline,
    ),
  ];
  // An unhandled rejection must not end the process with an exit code that the host takes for an approval.
  const broken = (error: unknown): void => late.resolve(refuseUnread(host, toldFailure(error)));
  process.on('uncaughtException', broken);
  process.on('unhandledRejection', broken);
  const answer = async (): Promise<Reply> => {
    const text = await readStdin();
    if (text === undefined) return refuseUnread(host, 'the host sent too much');
    const why = places === undefined ? undefined : placesProblem(places);
    if (why !== undefined) return refuseUnread(host, why);
    if (agentHome !== undefined && mayNameHome(text))
      return refuseUnread(
        host,
        `HOME is \`${agentHome}\` for the agent, and was another when Permesso was installed, so \`~\` and HOME do not mean what the policy means`,
      );
    return answerHook(text, {
      host,
      signal: stop.signal,
      gateFor: (call, how) => hookGate(call, { patience, ...rest, ...how, signal: stop.signal }),
    });
  };
  try {
    return await Promise.race([answer(), late.promise]);
  } catch (error) {
    // E.g. an unreadable stdin. A rejection would end the process silently with 0, which is an approval.
    return refuseUnread(host, toldFailure(error));
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Not through `process.stdin`: loading its streams costs milliseconds. */
export async function readStdin(): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = await readSome();
    if (chunk.length === 0) return Buffer.concat(chunks).toString('utf8');
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
}

function readSome(): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const buffer = Buffer.allocUnsafe(64 * 1024);
  // The first read starts Node's thread pool: four threads unless it is limited.
  process.env['UV_THREADPOOL_SIZE'] = '1';
  read(0, buffer, 0, buffer.length, null, (error, length) => {
    // A terminal or a socket on stdin may have no data yet.
    if (error?.code === 'EAGAIN') setTimeout(() => resolve(readSome()), 5);
    else if (error?.code === 'EOF') resolve(buffer.subarray(0, 0));
    else if (error) reject(error);
    else resolve(buffer.subarray(0, length));
  });
  delete process.env['UV_THREADPOOL_SIZE'];
  return promise;
}
