import { parseJson } from '@permesso/engine/call';
import { join } from 'node:path';
import { type SavedViews, savedViews, shapeProblem } from '@permesso/protocol/console';
import { readText, replaceFile } from '@permesso/gate/disk';
import { get, post, Refused, textFrom, type Route } from '../route.ts';

const mostViews = 50;
const longestName = 80;
const longestSearch = 2000;

/** Named filters of this person. Stored here because the console's port changes, so a browser would lose them. */
export function savedViewRoutes(state: string): readonly Route[] {
  const file = join(state, 'console-views.json');
  const write = (views: SavedViews['views']): SavedViews => {
    replaceFile(file, { text: JSON.stringify({ views }), mode: 0o600 });
    return { views };
  };
  return [
    get('/api/views', () => readViews(file)),
    post('/api/views', (body) => {
      const name = textFrom(body, 'name').trim().slice(0, longestName);
      if (name === '') throw new Refused('Say how to name it.');
      const search = typeof body['search'] === 'string' ? body['search'].slice(0, longestSearch) : '';
      const others = readViews(file).views.filter((view) => view.name !== name);
      if (others.length >= mostViews) throw new Refused(`There are ${mostViews} views already.`);
      return write([...others, { name, search }]);
    }),
    post('/api/views/remove', (body) => {
      const name = textFrom(body, 'name');
      return write(readViews(file).views.filter((view) => view.name !== name));
    }),
  ];
}

/** Empty if the file is missing or invalid. */
function readViews(file: string): SavedViews {
  const read = readText(file);
  if (!('text' in read)) return { views: [] };
  const value = parseJson(read.text);
  return shapeProblem(savedViews, value) === undefined ? (value as SavedViews) : { views: [] };
}
