import { join, resolve } from 'node:path';

export const PROJECT_FOLDER = resolve(import.meta.dirname, '../..');
export const TOOLS_FOLDER = import.meta.dirname;
export const TOOLS_MODULES = join(TOOLS_FOLDER, 'node_modules');
/** Every run has its own folder below this one, so that parallel runs do not disturb each other. */
export const WORK_FOLDER = join(PROJECT_FOLDER, '.tmp', 'verify');
