import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const BYTES_PER_MB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory in use after garbage collection, in MB. */
export interface HeapSample {
	/** The point in the run, such as 'ended, output held'. */
	at: string;
	heapMb: number;
	rssMb: number;
}

/** Memory of this process now, without garbage; takes tenths of a second in a large process. */
export function sampleHeap(at: string): HeapSample {
	collectGarbage();
	const { heapUsed, rss } = process.memoryUsage();
	return { at, heapMb: heapUsed / BYTES_PER_MB, rssMb: rss / BYTES_PER_MB };
}
