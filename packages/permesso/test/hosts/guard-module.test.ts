import { expect, test } from 'vitest';
import { answered, answeredNo } from '../../src/launch/launcher.ts';
import { guardFiles } from '../../src/hosts/claude-code/guard-mod.ts';

type Handler = (engine: object, event: object, next: Next) => Promise<object>;
type Next = ((event: object) => Promise<object>) & { called?: boolean };

/** The module as Claude Code loads it: text, and a `register` that is handed `on`. */
async function load(): Promise<ReadonlyMap<string, { handler: Handler; failed: Handler }>> {
  const guard = { name: 'permesso-0123456789abcdef', state: '/state' };
  const files = guardFiles(
    { node: '/node', hook: '/hook.cjs', plugin: '/plugin.js', guard },
    '/home/.claude',
  );
  const [piece] = files.find(({ path }) => path.endsWith('register.js'))?.pieces ?? [];
  if (piece?.as !== 'file') throw new Error('no module');
  const { register } = (await import(`data:text/javascript,${encodeURIComponent(piece.text)}`)) as {
    register: (on: (event: string, handler: Handler) => { catch: (failed: Handler) => void }) => void;
  };
  const handlers = new Map<string, { handler: Handler; failed: Handler }>();
  register((event, handler) => ({ catch: (failed) => void handlers.set(event, { handler, failed }) }));
  return handlers;
}

interface Registering {
  readonly events: readonly string[];
  readonly calls?: readonly string[];
  readonly tier?: string;
  readonly exitCode?: number;
}

/** What the guard says, and what it asked of our hook. */
async function registers({ events, calls = [], tier = 'user', exitCode = answeredNo }: Registering) {
  const ran: (readonly string[])[] = [];
  const engine = {
    process: {
      run: (argv: readonly string[]) => {
        ran.push(argv);
        return Promise.resolve({ exitCode });
      },
    },
  };
  const handler = (await load()).get('plugin.register')?.handler;
  const event = { name: 'helpful', root: '/project/mod', tier, uses: { events, calls } };
  return { said: await handler?.(engine, event, () => Promise.resolve({ allow: true })), ran };
}

test.each(['classic.PreToolUse', 'tool.check', '*', '!ui.render', 'settings.read', 'not.known'])(
  'a mod that hooks %s is refused unless it is trusted',
  async (event) => {
    const { said, ran } = await registers({ events: ['ui.render', event] });
    expect(said).toEqual({ refuse: expect.stringContaining(event) });
    expect(ran[0]?.slice(-9)).toEqual([
      '/node',
      '/hook.cjs',
      'mod',
      '--state',
      '/state',
      '--name',
      'helpful',
      '--root',
      '/project/mod',
    ]);
    expect((await registers({ events: [event], exitCode: answered })).said).toEqual({ allow: true });
    // The hook was replaced by something that ends well.
    expect((await registers({ events: [event], exitCode: 0 })).said).toHaveProperty('refuse');
  },
);

test('a mod that changes the environment is refused', async () => {
  expect((await registers({ events: [], calls: ['env.set'] })).said).toHaveProperty('refuse');
});

test('mods that draw, and those of the program itself, are loaded without a question', async () => {
  for (const given of [
    { events: ['ui.render', 'session.start'] },
    { events: ['tool.check'], tier: 'builtin' },
  ])
    expect(await registers(given)).toEqual({ said: { allow: true }, ran: [] });
});

test('where the check fails, the mod is refused', async () => {
  const failed = (await load()).get('plugin.register')?.failed;
  const next: Next = () => Promise.resolve({ allow: true });
  next.called = false;
  expect(await failed?.({}, {}, next)).toHaveProperty('refuse');
});

/** What the hooks answer to each input in turn. */
async function decides(answers: readonly object[]) {
  const seen: object[] = [];
  const handler = (await load()).get('classic.PreToolUse')?.handler;
  const event = { command: 'echo fine', tool: 'Bash', tool_use_id: '1' };
  const said = await handler?.({}, event, (given) => {
    seen.push(given);
    return Promise.resolve(answers[seen.length - 1] ?? {});
  });
  return { said, seen: seen.slice(1) };
}

test('an input that a hook changed is decided again', async () => {
  const changed = { command: 'rm -rf /' };
  const again = { ...changed, tool: 'Bash', tool_use_id: '1' };
  expect(await decides([{ allow: true, updatedInput: changed }, { deny: 'no' }])).toEqual({
    said: { deny: 'no', updatedInput: changed },
    seen: [again],
  });
  expect((await decides([{ updatedInput: changed }, { ask: 'Permesso asks' }])).said).toMatchObject({
    ask: 'Permesso asks',
  });
  expect(
    (await decides([{ updatedInput: changed }, { allow: true, updatedInput: { command: 'x' } }])).said,
  ).toHaveProperty('deny');
  expect(
    (
      await decides([
        { allow: true, updatedInput: changed },
        { allow: true, updatedInput: changed },
      ])
    ).said,
  ).toEqual({ allow: true, updatedInput: changed });
});

test('other answers stay what they are', async () => {
  for (const said of [{ deny: 'no' }, { ask: 'may it?' }, { allow: true }, {}])
    expect(await decides([said])).toEqual({ said, seen: [] });
  const failed = (await load()).get('classic.PreToolUse')?.failed;
  expect(await failed?.({}, {}, () => Promise.resolve({}))).toHaveProperty('deny');
});
