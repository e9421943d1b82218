export { readWorld } from './read-world.ts';
