import { readOptions } from '../script-options.ts';
import { playRollout } from './play.ts';

const values = readOptions({
  name: 'npm run tools -- rollout',
  says: 'Plays docs/rollout.md on a real PostgreSQL with a real identity provider: people by SCIM, machines by device flow, policy, review, approvals in a played Slack, a bad version and the way back, and an export that verifies.',
  options: {
    people: { type: 'string', default: '2000', says: 'people, each with one machine' },
    together: { type: 'string', default: '8', says: 'sign-ins at a time' },
  },
  example: ['--people 20', 'the same with twenty people'],
  exits: { 1: 'something was refused that the page says works' },
});
const played = await playRollout({
  people: Number(values.people),
  together: Number(values.together),
  onStep: (name, { wall, processor }) =>
    void process.stderr.write(
      `${wall.toFixed(1).padStart(8)} s  ${processor.toFixed(1).padStart(8)} s of a processor  ${name}\n`,
    ),
});
process.stdout.write(`${JSON.stringify(played, undefined, 2)}\n`);
