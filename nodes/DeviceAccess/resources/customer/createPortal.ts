import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { optionalText, optionalTexts, optionalUuid } from '../../operation/form/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { one } from '../../operation/kinds/one';
import type { NestedField } from '../../operation/types';
import { isWireObject, type WireObject, wireObjectsIn } from '../../wire/records';
import { additionalFieldsOf } from '../fields/collections';
import { PROVIDER_CHOICES } from '../fields/providers';
import { customerKeyField, requireCustomerKey } from './customerKey';
import { keyChoices, RECORD_TYPES } from './recordTypes';

/** The sections that the portal can hide, each with the member of `features` that hides it. */
const SECTIONS: ReadonlyArray<{ name: string; value: string; feature: string; member: string }> = [
	{ name: 'Configure', value: 'configure', feature: 'configure', member: 'exclude' },
	{ name: 'Connect', value: 'connect', feature: 'connect', member: 'exclude' },
	{ name: 'Manage', value: 'manage', feature: 'manage', member: 'exclude' },
	{ name: 'Organize', value: 'organize', feature: 'organize', member: 'exclude' },
	{
		name: 'Reservations',
		value: 'reservations',
		feature: 'manage',
		member: 'exclude_reservation_management',
	},
	{ name: 'Staff', value: 'staff', feature: 'manage', member: 'exclude_staff_management' },
	{
		name: 'Technical Details',
		value: 'technicalDetails',
		feature: 'manage',
		member: 'exclude_reservation_technical_details',
	},
];

const CUSTOMIZATIONS = [
	{ name: 'Access Automation Rules', value: 'allow_access_automation_rule_customization' },
	{ name: 'Climate Automation Rules', value: 'allow_climate_automation_rule_customization' },
	{ name: 'Instant Keys', value: 'allow_instant_key_customization' },
];

const LOCALES: ReadonlyArray<[name: string, value: string]> = [
	['Dutch', 'nl-NL'],
	['English', 'en-US'],
	['French', 'fr-FR'],
	['German', 'de-DE'],
	['Greek', 'el-GR'],
	['Italian', 'it-IT'],
	['Polish', 'pl-PL'],
	['Portuguese', 'pt-PT'],
	['Russian', 'ru-RU'],
	['Spanish', 'es-ES'],
];

const LANDING_KEYS = Object.values(RECORD_TYPES)
	.filter(({ members }) => !Object.hasOwn(members, 'email_address'))
	.map(({ key }) => key);

const several = (
	displayName: string,
	name: string,
	description: string,
	options: ReadonlyArray<{ name: string; value: string }>,
): NestedField => ({
	displayName,
	name,
	type: 'multiOptions',
	options: options.map(({ name: label, value }) => ({ name: label, value })),
	default: [],
	description,
});

const onOff = (displayName: string, name: string, description: string): NestedField => ({
	displayName,
	name,
	type: 'boolean',
	default: true,
	description,
});

const portalFields: NestedField[] = [
	several(
		'Allowed Changes',
		'allowedChanges',
		"What the customer can change in the 'Configure' section of the portal",
		CUSTOMIZATIONS,
	),
	{
		displayName: 'Customization Profile ID',
		name: 'customizationProfileId',
		type: 'string',
		default: '',
		description:
			'The ID of the customization profile that sets the look of the portal, from the console of the service',
	},
	onOff('Embedded', 'isEmbedded', 'Whether you show the portal inside a page of your own'),
	several(
		'Excluded Providers',
		'excludedProviders',
		'Lock makers that the customer cannot connect',
		PROVIDER_CHOICES,
	),
	several('Hidden Sections', 'hiddenSections', 'The parts of the portal to hide', SECTIONS),
	onOff('Hide Language Picker', 'hideLanguageChoice', 'Whether to hide the language picker'),
	{
		displayName: 'Landing Page Key',
		name: 'landingPageKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. room-101',
		description: 'The key of the place or stay that the portal opens with',
	},
	{
		displayName: 'Landing Page Type',
		name: 'landingPageType',
		type: 'options',
		options: keyChoices(LANDING_KEYS),
		default: 'space_key',
		description: 'What the landing page key belongs to',
	},
	{
		displayName: 'Language',
		name: 'locale',
		type: 'options',
		options: LOCALES.map(([name, value]) => ({ name, value })),
		default: 'en-US',
		description: 'The language of the portal',
	},
	{
		displayName: 'Navigation',
		name: 'navigationMode',
		type: 'options',
		options: [
			{ name: 'Full', value: 'full' },
			{ name: 'Restricted', value: 'restricted' },
		],
		default: 'full',
		description: 'How much of the navigation the customer sees',
	},
	{
		displayName: 'Only Records With',
		name: 'resourceFilters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Condition',
		default: {},
		description:
			'Show only property listings and reservations whose custom metadata has all of these entries',
		options: [
			{
				displayName: 'Conditions',
				name: 'conditions',
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'string',
						default: '',
						placeholder: 'e.g. region',
						description: 'The name of the entry',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						takesBoolean: true,
						default: '',
						description: 'The exact text of the entry. For true or false, use an expression.',
					},
				],
			},
		],
	},
	several(
		'Providers',
		'acceptedProviders',
		'The lock makers that the customer can connect',
		PROVIDER_CHOICES,
	),
	onOff(
		'Read Only',
		'readOnly',
		'Whether to let the customer view the portal but not change anything',
	),
];

export const createPortal = defineOperation({
	value: 'createPortal',
	name: 'Create Portal',
	action: 'Create portal for customer',
	description:
		'Create a link for a customer to connect locks and manage rooms and stays without signing in. It works for 7 days. Send it only to the customer.',
	endpoint: '/customers/create_portal',
	effect: 'write',
	kind: one('customer_portal', { otherMember: 'magic_link' }),
	fields: { customerKey: customerKeyField, additionalFields: additionalFieldsOf(...portalFields) },
	request: ({ customerKey, additionalFields: fields }) => ({
		customer_data: { customer_key: requireCustomerKey(customerKey) },
		features: featuresOf(fields),
		landing_page: landingPageOf(fields),
		customer_resources_filters: filtersOf(fields),
		customization_profile_id: optionalUuid(
			'Customization Profile ID',
			fields.customizationProfileId,
		),
		exclude_locale_picker: fields.hideLanguageChoice,
		is_embedded: fields.isEmbedded,
		locale: optionalText(fields.locale),
		navigation_mode: optionalText(fields.navigationMode),
		read_only: fields.readOnly,
	}),
});

/**
 * The `features` of the portal, or undefined if no field sets one. Throws InvalidParameterError for
 * a section that the portal does not have.
 */
function featuresOf({
	acceptedProviders,
	allowedChanges,
	excludedProviders,
	hiddenSections,
}: IDataObject): WireObject | undefined {
	const hidden = (optionalTexts(hiddenSections) ?? []).map((section) => {
		const { feature, member } = SECTIONS.find(({ value }) => value === section) ?? {};
		if (feature === undefined || member === undefined)
			throw new InvalidParameterError(
				"'Hidden Sections' names an unknown section",
				'Choose a section from the list.',
			);
		return [feature, member, true] as const;
	});
	const allowed = (optionalTexts(allowedChanges) ?? []).map(
		(member) => ['configure', member, true] as const,
	);
	const providers = [
		['connect', 'accepted_providers', optionalTexts(acceptedProviders)],
		['connect', 'excluded_providers', optionalTexts(excludedProviders)],
	] as const;
	const features: Record<string, WireObject> = {};
	for (const [feature, member, value] of [...hidden, ...allowed, ...providers]) {
		if (value !== undefined) features[feature] = { ...features[feature], [member]: value };
	}
	return Object.keys(features).length > 0 ? features : undefined;
}

function landingPageOf({
	landingPageKey,
	landingPageType = 'space_key',
}: IDataObject): WireObject | undefined {
	const key = optionalText(landingPageKey);
	return key === undefined ? undefined : { manage: { [String(landingPageType)]: key } };
}

/**
 * The filters from the rows, or undefined if there are no rows. Throws InvalidParameterError for an
 * invalid entry name.
 */
function filtersOf({ resourceFilters }: IDataObject): WireObject[] | undefined {
	const rows = isWireObject(resourceFilters) ? wireObjectsIn(resourceFilters.conditions) : [];
	const filters = rows.map(({ field, value }) => {
		const name = optionalText(field) ?? '';
		if (!/^[a-z_]\w*$/i.test(name))
			throw new InvalidParameterError(
				"'Field' of a condition is not a valid entry name",
				'A name begins with a letter or an underscore, and has only letters, digits and underscores.',
			);
		return {
			field: name,
			operation: '=',
			value: typeof value === 'boolean' ? value : (optionalText(value) ?? ''),
		};
	});
	return filters.length > 0 ? filters : undefined;
}
