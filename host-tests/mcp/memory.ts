import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayArgsFor, newPlace } from './gateway-process.ts';
import type { Case } from './cases.ts';
import { rawClient } from './raw-client.ts';

const tiny = join(import.meta.dirname, '../../packages/permesso/test/mcp/tiny-server.ts');
const together = 32;

/** So many calls, allowed, denied and cancelled: the gateway must not keep anything of them. */
export function memoryCase(calls: number): Case {
  return {
    name: `memory over ${calls} calls`,
    run: async () => {
      const place = newPlace();
      const rules = ['--no-files', '--mode', 'dontAsk', '--allow', 'mcp__notes__read_note'];
      // So little that whatever is kept of each call would end the process.
      const env = { ...place.env, NODE_OPTIONS: '--max-old-space-size=40' };
      const client = rawClient(gatewayArgsFor('notes', rules, [tiny]), env);
      try {
        await client.initialize();
        const sizes: number[] = [];
        for (let done = 0; done < calls; done += together) {
          await Promise.all(
            Array.from({ length: together }, (_, at) => {
              const name = at % 8 === 0 ? 'write_note' : 'read_note';
              return client.ask('tools/call', {
                name,
                arguments: { text: `${done + at}` },
                _meta: { progressToken: at },
              });
            }),
          );
          if ((done / together) % Math.ceil(calls / together / 20) === 0)
            sizes.push(residentSize(client.child.pid ?? 0));
        }
        sizes.push(residentSize(client.child.pid ?? 0));
        const middle = (part: readonly number[]): number =>
          part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
        // After the first quarter the heap has its size; from then on it may breathe, but not grow.
        const early = middle(sizes.slice(5, 10));
        const late = middle(sizes.slice(-5));
        process.stdout.write(`        MiB: ${sizes.map((size) => Math.round(size / 1024)).join(' ')}\n`);
        assert.ok(late < early * 1.15 + 4096, `grew from ${early} to ${late} KiB`);
      } finally {
        client.child.kill('SIGKILL');
        place.remove();
      }
    },
  };
}

/** In KiB. */
function residentSize(pid: number): number {
  const [, size = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(size);
}
