import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import {
	booleanField,
	choiceField,
	choicesField,
	defineOperation,
	type NestedField,
	one,
	optionalText,
	optionalTexts,
	stringField,
} from '../../operation';
import type { WireObject } from '../../wire/records';
import { additionalFieldsOf } from '../fields/collections';
import { PROVIDER_CHOICES } from '../fields/providers';
import { customerKeyField, keyChoices, keyOf, PLACES, STAYS } from './records';

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

const LANDING_KEYS = [...PLACES, ...STAYS].map(keyOf);

const several = (
	displayName: string,
	name: string,
	description: string,
	options: ReadonlyArray<{ name: string; value: string }>,
): NestedField =>
	choicesField(
		displayName,
		description,
		options.map(({ name: label, value }) => ({ name: label, value })),
		{ name, notSent: true },
	);

const portalFields: NestedField[] = [
	several('Hidden Sections', 'hiddenSections', 'The parts of the portal to hide', SECTIONS),
	stringField('Landing Page Key', 'The key of the place or stay that the portal opens with', {
		name: 'landingPageKey',
		placeholder: 'e.g. room-101',
		notSent: true,
	}),
	choiceField(
		'Landing Page Type',
		'What the landing page key belongs to',
		keyChoices(LANDING_KEYS),
		'space_key',
		{ name: 'landingPageType', notSent: true },
	),
	choiceField(
		'Language',
		'The language of the portal',
		LOCALES.map(([name, value]) => ({ name, value })),
		'en-US',
		{ name: 'locale' },
	),
	several(
		'Providers',
		'acceptedProviders',
		'The lock makers that the customer can connect',
		PROVIDER_CHOICES,
	),
	booleanField(
		'Read Only',
		'Whether to let the customer view the portal but not change anything',
		true,
		{ name: 'readOnly' },
	),
];

export const createPortal = defineOperation({
	value: 'createPortal',
	name: 'Create Portal',
	action: 'Create portal for customer',
	description:
		'Create a link with which a customer connects locks and manages rooms and stays, for 7 days',
	endpoint: '/customers/create_portal',
	effect: 'write',
	kind: one('customer_portal', { otherMember: 'magic_link' }),
	fields: {
		customerKey: { ...customerKeyField, wire: 'customer_data.customer_key' },
		additionalFields: additionalFieldsOf(...portalFields),
	},
	request: ({ additionalFields: fields }, ofFields) => ({
		...ofFields(),
		features: featuresOf(fields),
		landing_page: landingPageOf(fields),
	}),
});

function featuresOf({ acceptedProviders, hiddenSections }: IDataObject): WireObject | undefined {
	const features: Record<string, WireObject> = {};
	for (const section of optionalTexts(hiddenSections) ?? []) {
		const { feature, member } = SECTIONS.find(({ value }) => value === section) ?? {};
		if (feature === undefined || member === undefined)
			throw new InvalidParameterError(
				"'Hidden Sections' names an unknown section",
				'Choose a section from the list.',
			);
		features[feature] = { ...features[feature], [member]: true };
	}
	const providers = optionalTexts(acceptedProviders);
	if (providers) features.connect = { ...features.connect, accepted_providers: providers };
	return Object.keys(features).length > 0 ? features : undefined;
}

function landingPageOf({
	landingPageKey,
	landingPageType = 'space_key',
}: IDataObject): WireObject | undefined {
	const key = optionalText(landingPageKey);
	return key === undefined ? undefined : { manage: { [String(landingPageType)]: key } };
}
