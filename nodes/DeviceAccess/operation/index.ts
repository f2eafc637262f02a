export { defineOperation } from './defineOperation';
export {
	emptyToNull,
	isEmptyBody,
	optionalDateTime,
	optionalKeys,
	optionalPin,
	optionalText,
	optionalTexts,
	optionalUuid,
	optionalUuids,
	requireGiven,
	requireTimeOrder,
	requireUuid,
	requireUuids,
} from './form/checkValues';
export {
	booleanField,
	choiceField,
	choicesField,
	dateTimeField,
	noticeField,
	numberField,
	stringField,
} from './form/fields';
export { loadedBy, locator, UUID_PATTERN, validId } from './form/locator';
export { requestOf } from './form/requestOf';
export { isTimeZone } from './form/times';
export { inWorkspace, OPTIONS_OF_WAITING } from './form/options';
export { desiredState, type FailedOrder, type Reconciled } from './kinds/desiredState';
export { type DeviceScope, many } from './kinds/many';
export { action, type ActionDefinition, ATTEMPT_FIELDS, done, one } from './kinds/one';
export { records } from './kinds/records';
export { alreadyManaged } from './output/actionResult';
export { codeOfIssue, orderForReading } from './output/shapeRecord';
export { failItem, hasStopped, readBack, sendItem } from './run/sendItems';
export { type ChangeCheck, isAwaited, type WaitCondition } from './run/waits';
export type {
	Field,
	Fields,
	ItemRun,
	ItemState,
	ItemValues,
	Kind,
	NestedField,
	Operation,
	OutputForms,
	PreparedItem,
	Resource,
	RunSettings,
} from './types';
