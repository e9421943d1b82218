export { readJsonText } from './read-json-text.ts';
