import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Case } from './cases.ts';
import { firstGeneration } from './clients.ts';
import {
  calledTools,
  gatewayArgs,
  isAlive,
  listening,
  newPlace,
  serverPids,
  type Place,
} from './gateway-process.ts';
import { fileServer } from './install.ts';
import { rawClient } from './raw-client.ts';

/** Servers and gateways that are killed, and what is left of them. */
export function faultCases(folder: string): readonly Case[] {
  const args = (place: Place): readonly string[] =>
    gatewayArgs(place, [fileServer(folder), place.workspace], ['--mode', 'dontAsk']);
  return [
    {
      name: 'the server is killed three times, and goes on',
      run: async () => {
        const place = newPlace();
        const client = rawClient(args(place), place.env);
        try {
          await client.initialize();
          const read = { name: 'read_text_file', arguments: { path: join(place.workspace, 'a.txt') } };
          const write = {
            name: 'write_file',
            arguments: { path: join(place.workspace, 'b.txt'), content: '' },
          };
          // What was sent to a server before its death was known fails with it.
          const reads = async (): Promise<void> => {
            for (let turn = 0; turn < 5; turn++) {
              const answer = JSON.stringify(await client.ask('tools/call', read));
              if (answer.includes('the first file')) return;
              assert.match(answer, /the server has ended/);
            }
            assert.fail('the server does not come back');
          };
          for (let kill = 0; kill < 3; kill++) {
            await reads();
            process.kill(serverPids(place.log).at(-1) ?? -1, 'SIGKILL');
          }
          await reads();
          // A new server is no new start for what is denied.
          assert.match(JSON.stringify(await client.ask('tools/call', write)), /"isError":true/);
          assert.equal(serverPids(place.log).length, 4);
          assert.deepEqual(new Set(calledTools(place.log)), new Set(['read_text_file']));
          client.child.stdin?.end();
          assert.equal(await client.over, 0);
          await gone(serverPids(place.log));
        } finally {
          client.child.kill('SIGKILL');
          place.remove();
        }
      },
    },
    {
      name: 'a gateway that is killed leaves no server behind',
      run: async () => {
        const place = newPlace();
        const client = rawClient(args(place), place.env);
        try {
          await client.initialize();
          await client.ask('tools/list');
          client.child.kill('SIGKILL');
          await client.over;
          await gone(serverPids(place.log));
        } finally {
          place.remove();
        }
      },
    },
    {
      name: 'a gateway on HTTP is killed and started again on its port; clients open new sessions',
      run: async () => {
        const place = newPlace();
        const open = await firstGeneration(folder);
        const [script = '', command = '', ...rest] = args(place);
        const first = await listening([script, command, '--listen', '127.0.0.1:0', ...rest], place);
        const { host } = new URL(first.url);
        const path = join(place.workspace, 'a.txt');
        try {
          const client = await open({ by: 'http', url: first.url });
          assert.match(await client.call('read_text_file', { path }), /^the first file/);
          first.child.kill('SIGKILL');
          await new Promise((resolve) => first.child.once('close', resolve));
          assert.match(await client.call('read_text_file', { path }), /^error/);
          const second = await listening([script, command, '--listen', host, ...rest], place);
          try {
            assert.match(await client.call('read_text_file', { path }), /^error .*no such session/);
            const again = await open({ by: 'http', url: second.url });
            assert.match(await again.call('read_text_file', { path }), /^the first file/);
            assert.match(
              await again.call('move_file', { source: path, destination: `${path}2` }),
              /^error -32602/,
            );
            await again.close();
          } finally {
            second.child.kill();
            await new Promise((resolve) => second.child.once('close', resolve));
          }
          await gone(serverPids(place.log));
        } finally {
          first.child.kill('SIGKILL');
          place.remove();
        }
      },
    },
  ];
}

/** Each of these ends on its own, and soon. */
async function gone(pids: readonly number[]): Promise<void> {
  for (let turn = 0; turn < 100 && pids.some(isAlive); turn++) await wait(100);
  assert.deepEqual(pids.filter(isAlive), []);
}
