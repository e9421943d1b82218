/** One process for each request: the question outlives the process that asked it, and an approval is used once. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createGate } from '@permesso/gate';
import { sqliteStores } from '@permesso/gate/stores/sqlite';

const call = { tool: 'refund', input: { order: 'A-7', amount: 200 }, session: 'chat-1' };

/** The agent's function. In production the stores are PostgreSQL or Redis. */
async function runTool(database: string): Promise<string> {
  const stores = sqliteStores(new DatabaseSync(database));
  const gate = createGate({ policy: { ask: ['refund'] }, stores });
  const said = await gate.consult(call);
  if (said.verdict === 'ask') {
    const approval = await stores.approvals.open(said.request, { now: Date.now() });
    // Not awaited: the answer comes to another process.
    if (approval.state === 'pending') return `waits for approval ${approval.id}`;
  }
  const allowed = await gate.authorize(call);
  if (allowed.verdict === 'deny') return `denied: ${allowed.guidance ?? allowed.message}`;
  allowed.ran({ ok: true });
  await stores.log.flush();
  return 'paid';
}

/** The function behind the button. Who may press it is your own authentication. */
async function answer(database: string, id: string): Promise<string> {
  const { approvals } = sqliteStores(new DatabaseSync(database));
  const approval = await approvals.get(id);
  if (approval === undefined) return 'there is no such request';
  const { digest } = approval.request;
  const given = { verdict: 'allow', by: 'ann' } as const;
  const done = await approvals.change(id, { type: 'answer', at: Date.now(), digest, answer: given });
  return done?.accepted === true ? 'approved' : 'too late';
}

const [step, database = '', id = ''] = process.argv.slice(2);
if (step !== undefined) {
  process.stdout.write(step === 'run' ? await runTool(database) : await answer(database, id));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-serverless-'));
  const request = (...args: readonly string[]): string =>
    execFileSync(process.execPath, ['--no-warnings', import.meta.filename, ...args], { encoding: 'utf8' });
  const file = join(folder, 'permesso.db');
  const waiting = request('run', file);
  assert.match(waiting, /^waits for approval \S+$/);
  assert.equal(request('run', file), waiting);
  const asked = waiting.split(' ').at(-1) ?? '';
  assert.equal(request('answer', file, asked), 'approved');
  assert.equal(request('answer', file, asked), 'too late');
  assert.equal(request('run', file), 'paid');
  // The same call again is another question.
  assert.match(request('run', file), /^waits for approval/);
  rmSync(folder, { recursive: true, maxRetries: 20 });
  process.stdout.write('serverless: asked, answered and run by three processes, once\n');
}
