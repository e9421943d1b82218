/**
 * `npm run tools -- never-loosens [FILE.jsonl...]`: the settings fixtures alone and in pairs, with the calls of the public corpus
 * and of the files that are named.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readCases } from '../../src/review/conformance-case.ts';
import { corpus } from '../corpus.ts';
import { noCounts, tryInit, type Counts } from './property.ts';
import { sources } from './sources.ts';

const named = process.argv.slice(2).flatMap((file) => readCases(readFileSync(file, 'utf8'), basename(file)));
const all = [...corpus.flatMap(({ cases }) => cases), ...named];
/** The same call in the same place is the same for every policy. */
const calls = [...new Map(all.map((one) => [JSON.stringify([one.call, one.cwd, one.fs]), one])).values()];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function told(what: string, counts: Counts): void {
  const { policies, decisions, allowed, before, preset, mode, respelt, native, looser } = counts;
  say(
    `${what}: ${policies} policies, ${decisions} decisions, ${allowed} allowed (${before} were before, ${preset} by the preset where no rule speaks, ${mode} by the mode of the preset; ${respelt} in another spelling than the program compares), ${native} compared with the program's own rules, ${looser.length} looser`,
  );
  for (const line of looser.slice(0, 20)) say(`  ${line}`);
  if (looser.length > 0) process.exitCode = 1;
}

say(
  `${sources.length} settings of ${new Set(sources.map(({ agent }) => agent)).size} agents, ${calls.length} calls`,
);
const alone = noCounts();
for (const source of sources) tryInit([source], { calls, counts: alone });
told('alone, balanced, every call', alone);

const some = calls.filter((_, at) => at % 5 === 0);
const readonly = noCounts();
// A list of the only tools is not a rule about a call, and init reads no file that can have one.
for (const source of sources.filter(({ read }) => read.layer.tools?.visible === undefined))
  tryInit([source], { calls: some, counts: readonly, preset: 'readonly' });
told('alone, readonly, every 5th call', readonly);

const agreed = noCounts();
for (const source of sources) tryInit([source], { calls: some, counts: agreed, wants: true });
told('alone, every question answered yes, every 5th call', agreed);

const pairs = noCounts();
const few = calls.filter((_, at) => at % 40 === 0);
const others = sources.flatMap((one, at) =>
  sources.slice(at + 1).flatMap((other) => (one.agent === other.agent ? [] : [[one, other]])),
);
for (const pair of others.filter((_, at) => at % 11 === 0)) tryInit(pair, { calls: few, counts: pairs });
told('in pairs of agents, every 11th pair, every 40th call', pairs);
