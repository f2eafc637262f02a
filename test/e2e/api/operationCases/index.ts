import { accessCodeCases } from './accessCodes';
import { accessCredentialCases } from './accessCredentials';
import { accessGrantCases } from './accessGrants';
import { accessGroupCases } from './accessGroups';
import { accessMethodCases } from './accessMethods';
import { accessSystemUserCases } from './accessSystemUsers';
import { actionAttemptCases } from './actionAttempts';
import { customerCases } from './customers';
import { deviceCases } from './devices';
import { encoderCases } from './encoders';
import { eventAndWorkspaceCases } from './eventsAndWorkspace';
import type { OperationCase } from './operationCase';
import { peopleAndPlacesCases } from './peopleAndPlaces';
import { reservationCases } from './reservations';
import { unmanagedAccessCases } from './unmanagedAccess';
import { unmanagedAccessCodeCases } from './unmanagedAccessCodes';

/** All cases, in the order in which they run in one sandbox. No case reads what an earlier one changed; the last resets the sandbox. */
export const operationCases: readonly OperationCase[] = [
	...deviceCases,
	...unmanagedAccessCodeCases,
	...actionAttemptCases,
	...accessCodeCases,
	...accessMethodCases,
	...accessGrantCases,
	...accessGroupCases,
	...encoderCases,
	...accessCredentialCases,
	...accessSystemUserCases,
	...peopleAndPlacesCases,
	...customerCases,
	...reservationCases,
	...unmanagedAccessCases,
	...eventAndWorkspaceCases,
];
