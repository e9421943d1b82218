import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import { gatewayArgsFor, newPlace } from './gateway-process.ts';
import { rawClient } from './raw-client.ts';

const tiny = join(import.meta.dirname, '../../packages/gate/test/mcp/tiny-server.ts');
const probe = join(import.meta.dirname, 'heap-probe.ts');
const together = 32;
const megabyte = 1024 * 1024;

/** So many calls, allowed and denied: the gateway must not keep anything of them. */
export function memoryCase(calls: number): Case {
  return {
    name: `memory over ${calls} calls`,
    run: async () => {
      const place = newPlace();
      const rules = ['--no-files', '--mode', 'dontAsk', '--allow', 'mcp__notes__read_note'];
      const heap = join(place.home, 'heap');
      const env = { ...place.env, NODE_OPTIONS: `--import ${probe}`, PERMESSO_HEAP: heap };
      const client = rawClient(gatewayArgsFor('notes', rules, [tiny]), env);
      try {
        await client.initialize();
        for (let done = 0; done < calls; done += together) {
          await Promise.all(
            Array.from({ length: together }, (_, at) => {
              const name = at % 8 === 0 ? 'write_note' : 'read_note';
              const input = { text: `${done + at}` };
              return client.ask('tools/call', { name, arguments: input, _meta: { progressToken: at } });
            }),
          );
        }
        const sizes = readFileSync(heap, 'utf8').trim().split('\n').map(Number);
        const tenth = Math.max(1, Math.floor(sizes.length / 10));
        // The first tenth belongs to the engine, which still compiles.
        const early = middle(sizes.slice(tenth, 3 * tenth));
        const late = middle(sizes.slice(-2 * tenth));
        const shown = [early, late].map((size) => (size / megabyte).toFixed(1)).join(' -> ');
        process.stdout.write(`        heap after collection: ${shown} MiB in ${sizes.length} looks\n`);
        assert.ok(sizes.length >= 10, 'too few looks to say anything');
        assert.ok(late < early + 2 * megabyte, `the heap grew: ${shown} MiB`);
      } finally {
        client.child.kill('SIGKILL');
        place.remove();
      }
    },
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
