import { parseSpec } from '../../src/facts/shell/model/option-spec.ts';
import { bsdOptions } from './bsd-options.ts';

/** One option of a BSD program in a line, and what that line must not be allowed to reach. */
export interface BsdLine {
  readonly program: string;
  readonly option: string;
  readonly line: string;
}

const readFile = '~/.ssh/id_rsa';
const writtenFile = '.github/workflows/ci.yml';
const carried = 'rm -rf build';

/** Each program with each of its options, its value apart and attached. */
export function bsdLines(): readonly BsdLine[] {
  return bsdOptions
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [template = '', options = ''] = row.split('|').map((half) => half.trim());
      const program = template.split(' ', 1)[0] ?? '';
      const words = program === 'arch' || program === 'find';
      return parseSpec(options, words).flatMap(({ name, takes, role }) => {
        const value = role === 'read' ? readFile : role === 'write' ? writtenFile : '7';
        const given =
          takes === 'nothing' ? [name] : takes === 'value' ? [`${name} ${value}`] : [`${name}${value}`];
        if (takes === 'value' && role === undefined && !words) given.push(`${name}${value}`);
        return given.map((text) => ({
          program,
          option: name,
          line: template
            .replace('{}', text)
            .replace('READ', readFile)
            .replace('WRITE', writtenFile)
            .replace('RUN', carried),
        }));
      });
    });
}

/** Whether the line names something that the policy of the test denies. */
export function isBound(line: string): boolean {
  return [readFile, writtenFile, carried].some((text) => line.includes(text));
}
