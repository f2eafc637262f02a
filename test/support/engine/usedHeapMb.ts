import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

export function usedHeapMb(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed / 1024 / 1024;
}
