import { Credentials, getAdditionalKeys } from 'n8n-core';
import { ICredentialsHelper, NodeHelpers, UnexpectedError, Workflow, isExpression } from 'n8n-workflow';
import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	ICredentialTypes,
	IDataObject,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	INodeTypes,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { NodeCatalogue } from './loadNodes';

/** Credential data by credential type, as a user would type it into the credential's form. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

const RESOLVING_NODE: INode = {
	id: 'credential', name: '', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, 0], parameters: {},
};

/**
 * What n8n's cli package (credentials-helper.js, not published for reuse) does between a node and its credential:
 * defaults, expressions, pre-authentication, and the `authenticate` of the credential type, both as a function and in
 * its generic form. The store is the object that the test supplies, one credential a type; nothing is encrypted.
 */
export class SuppliedCredentials extends ICredentialsHelper {
	private readonly credentialTypes: ICredentialTypes;

	private readonly nodeTypes: INodeTypes;

	constructor(catalogue: NodeCatalogue, private readonly data: CredentialData) {
		super();
		this.credentialTypes = catalogue.credentialTypes;
		this.nodeTypes = catalogue.nodeTypes;
	}

	getParentTypes(name: string): string[] {
		return this.credentialTypes.getParentTypes(name);
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		if (!this.credentialTypes.recognizes(credentialType)) return true;
		if (!this.credentialTypes.getByName(credentialType).restrictToSupportedNodes) return true;
		return this.credentialTypes.getSupportedNodes(credentialType).includes(nodeType);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.credentialTypes.getByName(typeName);
		if (authenticate === undefined) return options;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (workflow === undefined || node === undefined) {
			throw new UnexpectedError('Workflow and node are required for declarative credential authentication');
		}
		options.headers ??= {};
		if (authenticate.type === 'generic') this.applyGeneric(authenticate, credentials, options, workflow, node);
		return options;
	}

	private applyGeneric(
		{ properties }: IAuthenticateGeneric,
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	) {
		const target = options as unknown as Record<string, IDataObject | undefined>;
		const resolve = (value: string) => {
			if (!isExpression(value)) return value;
			const resolved = workflow.expression.getSimpleParameterValue(node, value, 'internal', { $credentials: credentials }, undefined, '');
			return resolved ? String(resolved) : '';
		};
		for (const [place, entries] of Object.entries(properties)) {
			for (const [key, value] of Object.entries(entries as Record<string, string>)) {
				target[place] = { ...target[place], [resolve(key)]: resolve(value) };
			}
		}
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.credentialTypes.getByName(typeName);
		const expirable = type.properties.find((property) => property.type === 'hidden' && property.typeOptions?.expirable === true);
		if (expirable === undefined || type.preAuthentication === undefined) return undefined;
		const isTest = node.parameters.temp === '' && node.type === 'n8n-nodes-base.noOp';
		if (credentials[expirable.name] !== '' && !credentialsExpired && !isTest) return undefined;
		const output = await this.runPreAuthentication(helpers, credentials, typeName);
		if (output?.[expirable.name] === undefined) return undefined;
		this.data[typeName] = { ...this.data[typeName], ...output };
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.credentialTypes.getByName(typeName);
		return (await preAuthentication?.call(helpers, credentials)) as ICredentialDataDecryptedObject | undefined;
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const credentials = new Credentials<ICredentialDataDecryptedObject>({ id: details.id, name: details.name }, type);
		await credentials.setData(this.stored(type));
		return credentials;
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		at?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = this.stored(type);
		if (raw) return stored;
		return await this.applyDefaultsAndExpressions(additionalData, type, stored, mode, executeData, at);
	}

	/** Fills the defaults of the credential type in and resolves expressions, as n8n does before each use and each test. */
	async applyDefaultsAndExpressions(
		additionalData: IWorkflowExecuteAdditionalData,
		type: string,
		stored: ICredentialDataDecryptedObject,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		at?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const properties = this.getCredentialsProperties(type);
		const withDefaults = NodeHelpers.getNodeParameters(properties, stored as IDataObject as INode['parameters'], true, false, null, null);
		const decrypted = (withDefaults ?? {}) as ICredentialDataDecryptedObject & INode['parameters'];
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (at !== undefined) {
			return at.workflow.expression.getParameterValue(
				decrypted, at.runExecutionData, at.runIndex, at.itemIndex, at.node.name, at.connectionInputData, mode, keys, executeData, false, decrypted,
			) as ICredentialDataDecryptedObject;
		}
		const workflow = new Workflow({ nodes: [RESOLVING_NODE], connections: {}, active: false, nodeTypes: this.nodeTypes });
		return await workflow.expression.withIsolate(async () =>
			workflow.expression.getComplexParameterValue(RESOLVING_NODE, decrypted, mode, keys, undefined, undefined, decrypted) as ICredentialDataDecryptedObject);
	}

	async updateCredentials(_details: INodeCredentialsDetails, type: string, data: ICredentialDataDecryptedObject): Promise<void> {
		this.data[type] = data;
	}

	async updateCredentialsOauthTokenData(_details: INodeCredentialsDetails, type: string, data: ICredentialDataDecryptedObject): Promise<void> {
		this.data[type] = { ...this.stored(type), oauthTokenData: data.oauthTokenData ?? {} };
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const { extends: parents = [], properties } = this.credentialTypes.getByName(type);
		const combined: INodeProperties[] = [];
		for (const parent of parents) NodeHelpers.mergeNodeProperties(combined, this.getCredentialsProperties(parent));
		NodeHelpers.mergeNodeProperties(combined, properties);
		return combined;
	}

	private stored(type: string): ICredentialDataDecryptedObject {
		const stored = this.data[type];
		if (stored === undefined) throw new UnexpectedError(`The test supplies no credential of the type "${type}".`);
		return stored;
	}
}
