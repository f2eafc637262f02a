import { CredentialTestContext } from 'n8n-core';
import { UnexpectedError } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import { createAdditionalData } from '../../../host/engine/additionalData';
import { fullTypeName, loadNodes } from '../../../host/engine/loadNodes';

/** Tests our credential as the Test button does: calls the function that the node names as `testedBy`. */
export async function testCredential(
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const catalogue = await loadNodes();
	const { description, methods } = catalogue.nodeTypes.getByName(
		fullTypeName('deviceAccess'),
	) as INodeType;
	const testedBy = description.credentials?.find(({ name }) => name === type)?.testedBy;
	const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
	if (test === undefined) throw new UnexpectedError(`Nothing tests the credential type "${type}".`);
	const additionalData = createAdditionalData(catalogue, { [type]: data });
	return await test.call(new CredentialTestContext(additionalData), {
		id: type,
		name: type,
		type,
		data: additionalData.credentialsHelper.withDefaults(type, data),
	});
}
