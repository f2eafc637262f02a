import type { DesiredStateKind } from '../nodes/DeviceAccess/operation/kinds/desiredState';
import type { FromAllInputKind } from '../nodes/DeviceAccess/operation/kinds/fromAllInput';
import type { FromInputKind } from '../nodes/DeviceAccess/operation/kinds/fromInput';
import type { ManyKind } from '../nodes/DeviceAccess/operation/kinds/many';
import type { OneKind } from '../nodes/DeviceAccess/operation/kinds/one';
import type { RecordsKind } from '../nodes/DeviceAccess/operation/kinds/records';
import type { Operation } from '../nodes/DeviceAccess/operation/types';

export type AnyKind =
	DesiredStateKind | FromAllInputKind | FromInputKind | ManyKind | OneKind | RecordsKind;

/** The kind of an operation with all its members; the nodes themselves never check which kind it is. */
export const kindOf = ({ kind }: Pick<Operation, 'kind'>): AnyKind => kind as AnyKind;
