import { createGate, type Answer, type GateOptions, type Layer } from '@permesso/gate';
import { memoryApprovals, memoryGrants } from '@permesso/gate/stores';
import { readWorld } from '@permesso/gate/world';
import { afterEach } from 'vitest';
import { startFakeModel, type FakeModel } from '../../fake-model/fake-model.ts';
import { play, type Script, type Step } from '../../fake-model/script.ts';
import type { Driver, Question, Said, Scene } from './scene.ts';

export interface Played {
  /** What really ran: `shell rm -rf x`. */
  readonly ran: readonly string[];
  /** What the model was told, all of it. */
  readonly received: string;
  readonly offered: readonly string[];
  readonly asked: readonly Question[];
  readonly model: FakeModel;
  /** What the SDK threw. */
  readonly error: unknown;
}

export interface Play {
  readonly script: Script;
  readonly policy: Layer;
  readonly gate?: Partial<GateOptions>;
  /** Answers in the order of the questions; a denial when there are more questions. */
  readonly person?: readonly (Said | ((question: Question, scene: Scene) => Said))[];
  readonly scene?: Partial<Scene>;
  readonly restart?: true;
}

/** One thing that every adapter owes. */
export type Case = readonly [name: string, check: (play: (given: Play) => Promise<Played>) => Promise<void>];

const running: FakeModel[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((model) => model.close()));
});

/** Plays one conversation of the real SDK with the fake model. */
export async function playScene(
  driver: Driver,
  { script, policy, gate = {}, person = [], scene, restart }: Play,
): Promise<Played> {
  const model = await startFakeModel({ script: renamed(script, driver) });
  running.push(model);
  const ran: string[] = [];
  const asked: Question[] = [];
  const run = (tool: string, text: string): string => {
    ran.push(`${tool} ${text}`);
    return `${tool} did ${text}`;
  };
  const [grants, memory] = [memoryGrants(), memoryApprovals()];
  // An app starts its agent in the directory of its project, whatever that of this process is.
  const world: GateOptions['world'] = ({ cwd = process.cwd() }) => readWorld({ root: cwd });
  const makeGate = (): Scene['gate'] => createGate({ policy, grants, world, ...gate });
  const played: Scene = {
    model,
    gate: makeGate(),
    session: 'session-1',
    approvals: () => memory,
    tools: {
      shell: ({ command }) => run('shell', command),
      note: ({ text }) => run('note', text),
      vault: ({ name }) => run('vault', name),
    },
    person: (question) => {
      const said = person[asked.push(question) - 1] ?? no('nobody answers this');
      return typeof said === 'function' ? said(question, played) : said;
    },
    ...(restart === undefined ? {} : { restart: makeGate }),
    ...scene,
  };
  let error: unknown;
  try {
    await driver.run(played);
  } catch (thrown) {
    error = thrown;
  }
  return {
    ran,
    received: model.turns.map(({ results }) => results.map(({ text }) => text).join('\n')).join('\n'),
    offered: driver.offered?.(model) ?? model.offered(),
    asked,
    model,
    error,
  };
}

/** The same script in the names that this SDK gives to tools. */
function renamed(script: Script, { onTheWire }: Driver): Script {
  if (onTheWire === undefined) return script;
  return (turn) => {
    const said = typeof script === 'function' ? script(turn) : play(script, turn);
    if ('tool' in said) return onTheWire(said);
    return said.calls === undefined ? said : { ...said, calls: said.calls.map(onTheWire) };
  };
}

export const yes: Said = { approved: true };
export const no = (comment: string): Said => ({ approved: false, comment });
export const answer = (given: Answer): Said => ({ answer: given });
export const shell = (command: string): Step => ({ tool: 'shell', input: { command } });
