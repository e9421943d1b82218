import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeBadge } from './badge.ts';
import { installPeer } from './install.ts';
import { baselines, peers } from './peers.ts';
import { writePages } from './page.ts';
import { countCases, countWrong, writeResults, type EngineResult } from './results.ts';
import { runEngine } from './run-engine.ts';
import { comparableCases, corpusSize, questionOf, workCases } from './select-cases.ts';

/**
 * Other engines on the same cases: installs each into a throw-away folder, runs `permesso conformance --engine`, and writes
 * `results.json`, `proof/leaderboard.md` and the table of the README.
 */
const { values } = parseArgs({
  options: {
    /** A folder that stays, so that a second run installs nothing. */
    folder: { type: 'string' },
    /** Commands of agents at work, one `{"command": ...}` on each line. */
    commands: { type: 'string' },
    /** Prints the wrong answers of one engine and writes nothing. */
    list: { type: 'string' },
  },
});
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'permesso-peers-'));
try {
  mkdirSync(folder, { recursive: true });
  const cases = comparableCases();
  const atWork = values.commands === undefined ? undefined : workCases(values.commands);
  const caseFile = join(folder, 'cases.jsonl');
  const workFile = join(folder, 'at-work.jsonl');
  writeFileSync(caseFile, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
  if (atWork !== undefined) writeFileSync(workFile, atWork.map((one) => `${JSON.stringify(one)}\n`).join(''));

  const measure = (id: string | undefined, version: string | undefined): EngineResult => {
    const options = id === undefined ? { folder } : { id, folder };
    const score = runEngine(caseFile, options);
    const work = atWork === undefined ? undefined : runEngine(workFile, options);
    const result: EngineResult = {
      id: id ?? 'permesso',
      ...(version === undefined ? {} : { version }),
      wrong: countWrong(cases, score),
      errors: score.errors.length,
      ...(work === undefined ? {} : { atWork: work.wrongAsk.length + work.wrongDeny.length }),
    };
    console.log(JSON.stringify(result));
    return result;
  };

  if (values.list === undefined) {
    const engines = [
      measure(undefined, ownVersion()),
      ...peers.map((peer) => {
        installPeer(peer, folder);
        return measure(peer.id, peer.version);
      }),
      ...baselines.map(({ id }) => measure(id, undefined)),
    ];
    writeResults({
      date: new Date().toISOString().slice(0, 10),
      corpus: corpusSize(),
      cases: countCases(cases),
      ...(atWork === undefined ? {} : { atWork: atWork.length }),
      engines,
    });
    writePages();
    writeBadge();
  } else listWrong(values.list);

  function listWrong(id: string): void {
    const peer = peers.find((one) => one.id === id);
    if (peer !== undefined) installPeer(peer, folder);
    const score = runEngine(caseFile, { id, folder });
    const byId = new Map(cases.map((one) => [one.id, one]));
    for (const [said, ids] of [
      ['allow', score.wrongAllow],
      ['ask', score.wrongAsk],
      ['deny', score.wrongDeny],
    ] as const)
      for (const name of ids) {
        const one = byId.get(name);
        if (one === undefined) continue;
        const rules = JSON.stringify(one.rules);
        console.log(`${questionOf(one)}\t${said}\t${name}\t${JSON.stringify(one.call.input)}\t${rules}`);
      }
    for (const error of score.errors) console.log(`error\t${error}`);
  }
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

function ownVersion(): string {
  const text = readFileSync(new URL('../../packages/permesso/package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
