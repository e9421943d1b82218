import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answered } from '../../packages/permesso/src/launch/launcher.ts';
import { runCase, type Prepared } from './run-case.ts';
import type { CallKind, RealHost } from './real-host.ts';

/** In the place of the hook: keeps what the host sent before the call, and lets the call run silently. */
function recorder(file: string): string {
  return `const { appendFileSync, readFileSync } = require('node:fs');
if (process.argv.includes('--event')) process.exit(0);
appendFileSync(${JSON.stringify(file)}, JSON.stringify(readFileSync(0, 'utf8')) + '\\n');
process.exit(${answered});
`;
}

/** What the host tells its hook about such a call, with its home and project under other names; undefined when nothing. */
export async function recordPayload(
  host: RealHost,
  call: CallKind,
  prepared: Prepared,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  let text: string | undefined;
  await runCase(
    host,
    {
      name: 'record',
      about: '',
      group: 'contract',
      call,
      policy: '',
      before: ({ home, hook }) => writeFileSync(hook, recorder(join(home, 'payloads'))),
      after: ({ home, project, secret }) => {
        const file = join(home, 'payloads');
        text = existsSync(file)
          ? chosenLine(readFileSync(file, 'utf8'), call)
              .replaceAll(project, '$WS')
              .replaceAll(home, '$HOME')
              .replaceAll(secret, 'secret')
          : undefined;
      },
      expected: 'runs',
    },
    prepared,
  );
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
}

/** Beside the call of a sub-agent there are those of the agent that starts it and waits for it. */
function chosenLine(text: string, call: CallKind): string {
  const lines = text.trim().split('\n');
  const line = call === 'agent' ? lines.findLast((one) => one.includes('marker.txt')) : lines.at(-1);
  return JSON.parse(line ?? '"{}"') as string;
}
