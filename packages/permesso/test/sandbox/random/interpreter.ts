/** Carries out random programs, inside the sandbox. Prints every byte that it could read. */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import * as fs from 'node:fs';
import { connect } from 'node:net';
import type { SceneFacts } from '../probes/scene.ts';
import type { Operation, Program } from './programs.ts';

const [programsFile = '', factsFile = ''] = process.argv.slice(2);
const programs = JSON.parse(fs.readFileSync(programsFile, 'utf8')) as readonly Program[];
const facts = JSON.parse(fs.readFileSync(factsFile, 'utf8')) as SceneFacts;

const say = (bytes: Buffer | string): void => {
  process.stdout.write(bytes);
};

type Doers = {
  readonly [K in Operation['do']]: (operation: Extract<Operation, { do: K }>) => void | Promise<void>;
};

const doers: Doers = {
  write: ({ path }) => fs.writeFileSync(path, 'x'),
  append: ({ path }) => fs.appendFileSync(path, 'x'),
  read: ({ path }) => say(fs.readFileSync(path).subarray(0, 4096)),
  unlink: ({ path }) => fs.unlinkSync(path),
  mkdir: ({ path }) => void fs.mkdirSync(path, { recursive: true }),
  rmdir: ({ path }) => fs.rmSync(path, { recursive: true }),
  truncate: ({ path }) => fs.truncateSync(path),
  list: ({ path }) => say(fs.readdirSync(path).join(' ')),
  rename: ({ path, to }) => fs.renameSync(path, to),
  link: ({ path, to }) => fs.linkSync(path, to),
  symlink: ({ path, to }) => fs.symlinkSync(path, to),
  copy: ({ path, to }) => void spawnSync('cp', ['-a', path, to], { timeout: 2000, stdio: 'ignore' }),
  chmod: ({ path, mode }) => fs.chmodSync(path, mode),
  exec: ({ script }) => {
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], {
      timeout: 2000,
      maxBuffer: 1 << 20,
      input: '',
    });
    say(stdout);
    say(stderr);
  },
  tcp: () => knock({ port: facts.tcp, host: facts.address }),
  unix: () => knock({ path: facts.unixOutside }),
  abstract: () => knock({ path: facts.abstract }),
  udp: () =>
    new Promise((resolve) => {
      const socket = createSocket('udp4').on('error', () => resolve());
      socket.send('x', facts.udp, facts.address, () => {
        socket.close();
        resolve();
      });
    }),
};

function knock(where: { port: number; host: string } | { path: string }): Promise<void> {
  return new Promise((resolve) => {
    connect(where, function opened(this: ReturnType<typeof connect>) {
      this.end('x');
    })
      .setTimeout(1000, function late(this: ReturnType<typeof connect>) {
        this.destroy();
      })
      .on('error', () => resolve())
      .on('close', () => resolve());
  });
}

for (const program of programs) {
  for (const operation of program) {
    try {
      await (doers[operation.do] as (operation: Operation) => void | Promise<void>)(operation);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      say(error.message);
    }
  }
}
// Read from the disk afterwards: that it came to its end.
fs.writeFileSync('/tmp/ended', 'x');
