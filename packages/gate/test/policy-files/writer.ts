import { addRule } from '../../src/gate/edit-policy.ts';

/** A process that adds rules to a project's policy, one by one: writer.ts HOME PROJECT NAME COUNT. */
const [home = '', cwd = '', name = '', count = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n += 1) {
  const rule = `Bash(${name}-${n}:*)`;
  await addRule({ verdict: n % 3 === 0 ? 'deny' : 'allow', rule }, { cwd, home, env: {}, to: 'project' });
}
