import { readInputPath, type InputPath } from '../../call/input-path.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';

export function parseJsonPath(text: string): Parsed<InputPath> {
  const path = readInputPath(text);
  return 'message' in path ? broken(path.at, path.message, path.fix) : parsed(path);
}

export function printJsonPath(path: InputPath): string {
  return path
    .map((step, place) => {
      // A leading `$` would read as the root.
      if ('key' in step)
        return place === 0 && step.key !== '$' ? step.key : `${place === 0 ? '$' : ''}.${step.key}`;
      return 'index' in step ? `[${step.index}]` : '[*]';
    })
    .join('');
}
