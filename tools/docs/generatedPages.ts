import { coveragePages } from './coveragePage';
import type { Page } from './page';
import { referencePages } from './reference/referencePages';

/** The writers of pages; each returns all its pages. */
const WRITERS: ReadonlyArray<() => readonly Page[]> = [referencePages, coveragePages];

/** Every page of `docs` that is written from the sources. */
export const generatedPages = (): Page[] => WRITERS.flatMap((writePages) => writePages());
