import { join, resolve } from 'node:path';

export const PROJECT_FOLDER = resolve(import.meta.dirname, '../..');
export const TOOLS_FOLDER = import.meta.dirname;
export const TOOLS_MODULES = join(TOOLS_FOLDER, 'node_modules');
