import { join, resolve } from 'node:path';

export const PROJECT_FOLDER = resolve(import.meta.dirname, '../..');
export const TOOLS_FOLDER = import.meta.dirname;
export const TOOLS_MODULES = join(TOOLS_FOLDER, 'node_modules');
/** Every run works in a folder of its own below this one, so that two runs at a time do not disturb each other. */
export const WORK_FOLDER = join(PROJECT_FOLDER, '.tmp', 'verify');
