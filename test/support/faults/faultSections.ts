import type { FaultSection } from './faultCase';
import { conversionsAwaited, conversionsSubmitted } from './cases/conversions';
import { deletionsAwaited, deletionsSubmitted } from './cases/deletions';
import { lists } from './cases/lists';
import { network } from './cases/network';
import { reads } from './cases/reads';

/** All cases, in the order of the page. */
export const faultSections: FaultSection[] = [
	lists, reads, conversionsSubmitted, conversionsAwaited, deletionsSubmitted, deletionsAwaited, network,
];
