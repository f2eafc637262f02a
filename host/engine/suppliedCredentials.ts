import { Credentials } from 'n8n-core';
import {
	ICredentialsHelper,
	NodeHelpers,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialTypes,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type { NodeCatalogue } from './loadNodes';

/** Credential data by credential type, or by the name of one credential, as a person would type it into the credential's form. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/**
 * Does what n8n's cli package (credentials-helper.js, not published for reuse) does between a node and its credential, as far
 * as this package needs it: defaults, and an `authenticate` that is a function. The store is the object that the caller
 * supplies, with one credential per type.
 */
export class SuppliedCredentials extends ICredentialsHelper {
	private readonly credentialTypes: ICredentialTypes;

	constructor(
		{ credentialTypes }: NodeCatalogue,
		private readonly data: CredentialData,
	) {
		super();
		this.credentialTypes = credentialTypes;
	}

	getParentTypes(name: string): string[] {
		return this.credentialTypes.getParentTypes(name);
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		const isRestricted =
			this.credentialTypes.getByName(credentialType).restrictToSupportedNodes === true;
		return (
			!isRestricted || this.credentialTypes.getSupportedNodes(credentialType).includes(nodeType)
		);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.credentialTypes.getByName(typeName);
		return typeof authenticate === 'function' ? await authenticate(credentials, options) : options;
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const credentials = new Credentials<ICredentialDataDecryptedObject>(
			{ id: details.id, name: details.name },
			type,
		);
		await credentials.setData(this.stored(type, details));
		return credentials;
	}

	async getDecrypted(
		_data: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		return this.withDefaults(type, this.stored(type, details));
	}

	/** Fills in the defaults of the credential type, as n8n does before each use and each test. A token has no field there. */
	withDefaults(
		type: string,
		stored: ICredentialDataDecryptedObject,
	): ICredentialDataDecryptedObject {
		const values = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			stored as INode['parameters'],
			true,
			false,
			null,
			null,
		);
		const { oauthTokenData } = stored;
		return {
			...values,
			...(oauthTokenData && { oauthTokenData }),
		} as ICredentialDataDecryptedObject;
	}

	async updateCredentials(): Promise<void> {
		throw new UnexpectedError('n8n changes no supplied credential.');
	}

	/** Keeps the token as n8n does, so that the caller's credential has it in later executions. */
	async updateCredentialsOauthTokenData(
		_details: INodeCredentialsDetails,
		type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	): Promise<void> {
		Object.assign(this.stored(type), { oauthTokenData });
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.credentialTypes.getByName(type).properties;
	}

	private stored(
		type: string,
		{ name }: Partial<INodeCredentialsDetails> = {},
	): ICredentialDataDecryptedObject {
		const stored = this.data[name ?? type] ?? this.data[type];
		if (stored === undefined)
			throw new UnexpectedError(`No credential is supplied for the type "${type}".`);
		return stored;
	}
}
