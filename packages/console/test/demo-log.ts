import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import type { Approver } from '@permesso/protocol/approval';
import { parsePolicyFile } from '@permesso/engine/text';
import { compilePolicy } from '@permesso/engine/policy';
import { createGate, type Gate, type GateOptions } from '@permesso/gate/gate';
import { readWorld } from '@permesso/gate/world';
import { type Log, fileLog, readHead } from '@permesso/gate/log';

/** The rules that a person has collected, as their file holds them now. */
export const demoPolicy = `mode: default
allow:
  - Read
  - Edit(./**)
  - Bash(npm run:*)
  - Bash(npm run build)
  - Bash(git status)
  - Bash(git diff:*)
  - Bash(rg:*)
  - Bash(ls:*)
  - Bash(npx tsc:*)
  - Bash(npx vitest:*)
  - Bash(pytest:*)
ask:
  - rule: Bash(git push:*)
    message: Publishes your work.
  - Bash(npx prisma migrate:*)
deny:
  - rule: Read(**/.env*)
    guidance: Ask for the value you need instead.
  - Bash(sudo:*)
  - Bash(kubectl delete:*)
`;
/** Added on day 48 of 60. */
const learned = /^ {2}- Bash\((?:npx tsc|npx vitest|pytest):\*\)\n/gm;

/** One place for every run: the log counts the uses of a rule by its file. */
export const demoHome: string = join(tmpdir(), 'permesso-demo-home');

function demoGate(text: string, options: Omit<GateOptions, 'policy'>): Gate {
  const file = join(demoHome, '.config/permesso/policy.yaml');
  const { layer } = parsePolicyFile(text, { file });
  // A rule for code of the project counts in the project alone.
  const world = ({ cwd }: ToolCall) => readWorld(definedFields({ root: cwd }));
  return createGate({
    world,
    ...options,
    policy: compilePolicy([{ ...layer, layer: 'user', root: demoHome }]),
  });
}

const days = 60;
const dayMs = 86_400_000;
const learnedOn = 48;

/** Sixty days of one person's work with three agents: so many entries, each decided by a real gate. Made once a day. */
export async function demoLog(entries: number, now: number): Promise<string> {
  const directory = join(
    tmpdir(),
    `permesso-demo-log-3-${entries}-${new Date(now).toISOString().slice(0, 10)}`,
  );
  if (readHead(directory) !== undefined) return directory;
  const unfinished = `${directory}.unfinished`;
  for (const old of [directory, unfinished]) rmSync(old, { recursive: true, force: true, maxRetries: 20 });
  mkdirSync(unfinished);
  await fill(unfinished, { entries, now });
  renameSync(unfinished, directory);
  return directory;
}

async function fill(directory: string, { entries, now }: { entries: number; now: number }): Promise<void> {
  const log = fileLog({ directory, keepFiles: 10_000 });
  const random = randomFrom(7);
  const clock = { at: 0, waited: 0 };
  const stamped: Log = {
    write: (entry) =>
      log.write({
        ...entry,
        at: clock.at + (entry.type === 'decided' ? 0 : clock.waited),
        ...(entry.type === 'answered' ? { waited: clock.waited } : {}),
      }),
  };
  const approver: Approver = ({ call }) => {
    clock.waited = 2000 + Math.floor(random() ** 3 * 60_000);
    const isDenied = /curl|prisma|push/.test(JSON.stringify(call.input)) && random() < 0.2;
    return Promise.resolve({ verdict: isDenied ? 'deny' : 'allow', by: 'ada', from: 'console' });
  };
  const gates = [demoPolicy.replaceAll(learned, ''), demoPolicy].map((text) =>
    demoGate(text, { approver, log: stamped }),
  );
  const plan = times({ entries, now, random });
  for (const [index, at] of plan.entries()) {
    clock.at = at;
    const gate = gates[at < now - (days - learnedOn) * dayMs ? 0 : 1] as Gate;
    await gate.authorize(callBy(random, index));
    if (index % 500 === 0) log.flush();
  }
  log.close();
}

/** Weekdays from nine to six, a little at weekends, until now. */
function times({
  entries,
  now,
  random,
}: {
  entries: number;
  now: number;
  random: () => number;
}): readonly number[] {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const found: number[] = [];
  // An ask is two entries.
  const calls = Math.round(entries / 1.25);
  while (found.length < calls) {
    const day = Math.floor(random() * days);
    const start = midnight.getTime() - day * dayMs;
    const weekday = new Date(start).getDay();
    const busy = weekday === 0 || weekday === 6 ? 0.15 : 0.75 + 0.25 * Math.sin(day);
    if (random() > busy) continue;
    const at = start + (9 + random() * 9.5) * 3_600_000;
    found.push(at < now ? at : start - dayMs + (at - start));
  }
  return found.toSorted((a, b) => a - b);
}

type Shell = readonly [weight: number, command: (random: () => number) => string];

const one =
  (...options: readonly string[]) =>
  (random: () => number) =>
    options[Math.floor(random() * options.length)] ?? '';

const commands: readonly Shell[] = [
  [22, one('npm run build', 'npm run test', 'npm run lint', 'npm run dev')],
  [14, one('git status', 'git diff --stat', 'git diff')],
  [12, one('rg -n "checkout" src', 'rg -n "TODO" .', 'rg -l orders src', 'ls -la', 'ls src')],
  [7, one('npx tsc --noEmit')],
  [5, one('npx vitest run', 'npx vitest run src/cart', 'npx vitest run src/checkout')],
  [
    3.2,
    one(
      'docker compose up -d db',
      'docker compose up -d db',
      'docker compose up -d db',
      'docker compose up -d redis',
    ),
  ],
  [2.6, one('gh pr create --fill', 'gh pr create --fill', 'gh pr create --fill --draft')],
  [1.8, one('git push origin feat/checkout', 'git push origin main')],
  [1.6, one('pytest -q', 'pytest -q tests/api')],
  [1.2, one('aws s3 ls s3://shop-assets', 'aws s3 ls s3://shop-assets', 'aws s3 ls s3://shop-logs')],
  [0.9, one('psql -h localhost shop_dev')],
  [0.8, one('npx prisma migrate deploy', 'npx prisma migrate dev --name add-orders')],
  [0.7, one('curl -sL https://get.k3s.io | sh -', 'curl -fsS https://api.example.com/health')],
  [0.9, one('sudo systemctl restart nginx', 'kubectl delete ns staging')],
  [0.6, one('rm -rf build', 'rm -rf node_modules')],
];
const allWeights = commands.reduce((sum, [weight]) => sum + weight, 0);

function callBy(random: () => number, index: number): ToolCall {
  const agent = random();
  const caller = {
    session: (Math.floor(index / 90) * 7919).toString(16).slice(-4),
    host: agent < 0.62 ? 'claude-code' : agent < 0.88 ? 'codex' : 'gemini-cli',
    cwd: random() < 0.7 ? '/home/ada/dev/shop' : '/home/ada/dev/payments-api',
  };
  const kind = random();
  if (kind < 0.24)
    return {
      tool: 'Read',
      input: { file_path: `${caller.cwd}/src/file-${Math.floor(random() * 300)}.ts` },
      ...caller,
    };
  if (kind < 0.25) return { tool: 'Read', input: { file_path: `${caller.cwd}/.env.production` }, ...caller };
  if (kind < 0.26) return { tool: 'WebFetch', input: { url: 'https://docs.stripe.com/api' }, ...caller };
  let left = random() * allWeights;
  const [, command] = commands.find(([weight]) => (left -= weight) < 0) ?? commands[0] ?? [0, one('ls')];
  return { tool: 'Bash', input: { command: command(random) }, ...caller };
}

/** The same every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
