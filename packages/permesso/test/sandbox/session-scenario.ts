/** One sandbox for many commands, as one JSON object: started as an ordinary user by the test. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession, SandboxRefused, type SandboxProfile } from '@permesso/gate/sandbox';

const place = process.argv[2] ?? '';
const cwd = join(place, 'project');
mkdirSync(cwd);
writeFileSync(join(cwd, '.env'), 'SECRET=1\n');
const profile: SandboxProfile = {
  writable: [cwd],
  readOnly: [join(cwd, '.envrc'), join(cwd, '.git')],
  hidden: [join(cwd, '.env')],
  hosts: [],
  environment: ['PATH'],
};
const session = openSession({ folder: join(place, 'state') });
const run = (command: string, more: object = {}) => session.run(command, { profile, cwd, ...more });
const mark = `job-${process.pid}`;

async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    return `ran: ${JSON.stringify(await work())}`;
  } catch (error) {
    return error instanceof SandboxRefused ? error.reason : String(error);
  }
}

function jobs(): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(mark);
    } catch (error) {
      // It ended while we looked.
      if (error instanceof Error) return false;
      throw error;
    }
  }).length;
}

async function cancelled(): Promise<number> {
  const stop = new AbortController();
  const running = run(`bash -c 'exec -a ${mark}-cancelled sleep 600' & echo x > started; wait`, {
    signal: stop.signal,
  });
  while (!existsSync(join(cwd, 'started'))) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  return (await running).exitCode;
}

/** A command that tries to speak for the server. */
async function forged(): Promise<readonly unknown[]> {
  const { exitCode } = await run(`echo '{"id":1}' > /proc/$PPID/fd/1`);
  return [exitCode, (await run('echo back')).stdout];
}

const server = `python3 -c '
import http.server, threading
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self): self.send_response(200); self.end_headers(); self.wfile.write(b"served")
    def log_message(self, *a): pass
s = http.server.HTTPServer(("127.0.0.1", 8123), H)
open("ready", "w").close()
s.serve_forever()' & while [ ! -e ready ]; do sleep 0.05; done; echo up`;
const client = `python3 -c 'import urllib.request; print(urllib.request.urlopen("http://127.0.0.1:8123").read().decode())'`;

const result = {
  streams: await run('cat; echo err >&2; exit 7', { input: 'in\n' }),
  large: (await run('head -c 3000000 /dev/zero | tr "\\0" x')).stdout.length,
  separators: (await run(`printf '%s' 'a\u2028b\u2029c'; cat`, { input: '\u2028' })).stdout,
  // Its end does not wait for what it leaves running.
  server: (await run(server)).stdout,
  client: (await run(client)).stdout,
  job: (await run(`bash -c 'exec -a ${mark} sleep 600' > /dev/null 2>&1 &`)).exitCode,
  together: (await Promise.all([run('echo a; exit 1'), run('echo b')])).map(({ stdout, exitCode }) => [
    stdout,
    exitCode,
  ]),
  cancelled: await cancelled(),
  after: (await run(client)).stdout,
  held: [
    (await run('echo x > ../escaped; echo x > .envrc; cat .env; true')).stdout,
    existsSync(join(place, 'escaped')),
    existsSync(join(cwd, '.envrc')) && readFileSync(join(cwd, '.envrc'), 'utf8') !== '',
  ],
  notice: (await run('echo x > /etc/x')).notice,
  // What stands for a protected name is nothing to git, which may look further up.
  git: (await run('git rev-parse --git-dir; git init -q')).stderr,
  stricter: await run('true', { profile: { ...profile, hidden: [profile.hidden[0], '/etc/hostname'] } }).then(
    async ({ restarted }) => [restarted, (await run(client)).exitCode],
  ),
  digest: await refusal(() => run('true', { profileDigest: 'other' })),
  forged: await forged(),
  jobs: jobs(),
};
const again = await run(`bash -c 'exec -a ${mark} sleep 600' > /dev/null 2>&1 & echo one`);
// The command has ended before its job has its name.
while (jobs() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
const before = jobs();
await session.close();
process.stdout.write(
  `${JSON.stringify({ ...result, closed: [again.stdout, before, jobs()], left: readdirSync(cwd).toSorted() })}\n`,
);
