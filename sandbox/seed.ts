import { fixtureId } from './fixtureId';
import type { ProviderName } from './providers';
import { resortSeed } from './seedResort';
import { hotelAccess } from './hotelAccess';
import { mixedCode, mixedCodeKind, mixedDevice } from './mixedPortfolio';
import { hotelAccessSeed } from './seedAccess';
import { fixtureTime, seedAccount, seedDevice } from './seedDevice';
import { seedWorkspace } from './seedWorkspace';
import type { AccessCodeData, WorkspaceSeed } from './state';

/** Keys of the sandbox open nothing but the sandbox; they are no secrets. */
export const apiKeys = {
	hotel: 'sandbox-key-hotel',
	portfolio: 'sandbox-key-portfolio',
	resort: 'sandbox-key-resort',
	empty: 'sandbox-key-empty',
	other: 'sandbox-key-other',
};

export const workspaceIds = { main: fixtureId('workspace', 1), other: fixtureId('workspace', 2) };

export type FixtureName = 'hotel' | 'portfolio' | 'resort' | 'empty';

export interface FixtureOptions {
	/** Portfolio only. */
	devices?: number;
	/** Portfolio only. */
	codesPerDevice?: number;
	/** Portfolio only: locks of more makes, some offline, and codes of all kinds; without, every code is convertible. */
	mixed?: boolean;
}

const hotelDevice = (number: number) => fixtureId('device', number);
const hotelCode = (number: number) => fixtureId('unmanagedCode', number);
const managedCode = (number: number) => fixtureId('managedCode', number);

/** The ids of the fixture `hotel`, by what is special about them. */
export const hotel = {
	devices: {
		/** August: convertible codes. */
		frontDoor: hotelDevice(1),
		/** Schlage: convertible codes. */
		room101: hotelDevice(101),
		/** Schlage: convertible codes, one of them time bound, one unset. */
		room102: hotelDevice(102),
		/** Yale: convertible codes. */
		room103: hotelDevice(103),
		/** Yale: one code whose conversion fails after it was accepted. */
		room104: hotelDevice(104),
		/** TTLock: one code that cannot be managed, one that cannot be deleted. */
		room201: hotelDevice(201),
		/** TTLock: one code that the other workspace manages. */
		room202: hotelDevice(202),
		/** igloohome: codes are listed, none can be converted. */
		poolGate: hotelDevice(301),
		/** Kwikset: no unmanaged codes at all. */
		storeRoom: hotelDevice(302),
		/** SmartThings: codes without `code`, none can be converted. */
		spa: hotelDevice(303),
		/** Nuki, offline: conversions fail after they were accepted. */
		garage: hotelDevice(304),
		/** August: managed codes alone. */
		meetingRoom: hotelDevice(305),
	},
	unmanagedCodes: {
		convertible: hotelCode(1011),
		anotherConvertible: hotelCode(1012),
		timeBound: hotelCode(1021),
		unset: hotelCode(1022),
		failsToConvert: hotelCode(1041),
		cannotBeManaged: hotelCode(2011),
		cannotDelete: hotelCode(2012),
		heldByOtherWorkspace: hotelCode(2021),
		onIgloohome: hotelCode(3011),
		onSmartThings: hotelCode(3031),
		onOfflineDevice: hotelCode(3041),
	},
	managedCodes: {
		frontDesk: managedCode(11),
		room104: managedCode(1041),
		meetingRoom: managedCode(3051),
	},
	/** In the other workspace: the same lock as Room 202, and the managed code on it. */
	otherWorkspace: { device: hotelDevice(900), managedCode: managedCode(9001), unmanagedCode: hotelCode(9002) },
	...hotelAccess,
};

type CodeSeed = [number: number, name: string, extra?: Partial<AccessCodeData>];

interface HotelDevice {
	number: number;
	name: string;
	provider: ProviderName;
	isOffline?: boolean;
	unmanaged: CodeSeed[];
	managed?: CodeSeed[];
}

/** PINs are the code's number, so that they look like what they are: made up. */
const HOTEL_DEVICES: HotelDevice[] = [
	{
		number: 1,
		name: 'Front Door',
		provider: 'august',
		unmanaged: [[1001, 'Night Desk'], [1002, 'Cleaning'], [1003, 'Maintenance'], [1004, 'Deliveries']],
		managed: [[11, 'Front Desk']],
	},
	{ number: 101, name: 'Room 101', provider: 'schlage', unmanaged: [[1011, 'Guest 101'], [1012, 'Cleaning 101'], [1013, 'Maintenance 101']] },
	{
		number: 102,
		name: 'Room 102',
		provider: 'schlage',
		unmanaged: [
			[1021, 'Guest 102', { startsAt: '2026-02-01T15:00:00.000Z', endsAt: '2026-02-08T11:00:00.000Z' }],
			[1022, 'Former Guest 102', { isUnset: true }],
			[1023, 'Cleaning 102'],
		],
	},
	{ number: 103, name: 'Room 103', provider: 'yale', unmanaged: [[1031, 'Guest 103'], [1032, 'Cleaning 103'], [1033, 'Maintenance 103']] },
	{
		number: 104,
		name: 'Room 104',
		provider: 'yale',
		unmanaged: [
			[
				1041,
				'Guest 104',
				{
					conversionIssue: {
						error_code: 'duplicate_code_on_device',
						message: 'The device already has a managed access code with the same PIN.',
					},
				},
			],
			[1042, 'Cleaning 104'],
		],
		managed: [[1041, 'Guest 104 (managed)', { accessGrantId: hotelAccess.accessGrants.stay104, accessMethodId: hotelAccess.accessMethods.code104 }]],
	},
	{
		number: 201,
		name: 'Room 201',
		provider: 'ttlock',
		unmanaged: [[2011, 'Guest 201', { cannotBeManaged: true }], [2012, 'Installer 201', { cannotDelete: true }], [2013, 'Cleaning 201']],
	},
	{
		number: 202,
		name: 'Room 202',
		provider: 'ttlock',
		unmanaged: [[2021, 'Guest 202', { heldByAccessCodeId: hotel.otherWorkspace.managedCode }], [2022, 'Cleaning 202']],
	},
	{ number: 301, name: 'Pool Gate', provider: 'igloohome', unmanaged: [[3011, 'Pool Guests'], [3012, 'Pool Cleaning'], [3013, 'Lifeguard']] },
	{ number: 302, name: 'Store Room', provider: 'kwikset', unmanaged: [] },
	{ number: 303, name: 'Spa', provider: 'smartthings', unmanaged: [[3031, 'Spa Guests'], [3032, 'Spa Cleaning'], [3033, 'Spa Desk']] },
	{ number: 304, name: 'Garage', provider: 'nuki', isOffline: true, unmanaged: [[3041, 'Parking Guests'], [3042, 'Parking Attendant']] },
	{
		number: 305,
		name: 'Meeting Room',
		provider: 'august',
		unmanaged: [],
		managed: [[3051, 'Meeting Guests'], [3052, 'Meeting Cleaning']],
	},
];

/** What each workspace of a fixture starts with: the main one first, and the other one, which is no sandbox. */
export function createFixture(name: FixtureName, options: FixtureOptions = {}): WorkspaceSeed[] {
	const main = { hotel: hotelSeed, portfolio: () => portfolioSeed(options), resort: resortSeed, empty: emptySeed }[name]();
	return [main, otherSeed()];
}

function hotelSeed(): WorkspaceSeed {
	return {
		apiKey: apiKeys.hotel,
		workspace: seedWorkspace(1, 'Hotel', true),
		connectedAccounts: accountsOf(1, HOTEL_DEVICES),
		devices: HOTEL_DEVICES.map(({ number, name, provider, isOffline }) =>
			seedDevice({ workspaceNumber: 1, number, name, provider, isOffline, locationName: 'Hotel', customMetadata: { floor: `${Math.floor(number / 100)}` } }),
		),
		accessCodes: HOTEL_DEVICES.flatMap(({ number, unmanaged, managed }) => [
			...unmanaged.map((code) => seedCode(fixtureId('device', number), hotelCode(code[0]), code)),
			...(managed ?? []).map((code) => ({
				...seedCode(fixtureId('device', number), managedCode(code[0]), code),
				isManaged: true,
			})),
		]),
		access: hotelAccessSeed(),
	};
}

/** Another company that has the lock of Room 202 in its workspace, too. */
function otherSeed(): WorkspaceSeed {
	const { device, managedCode: managedCodeId, unmanagedCode } = hotel.otherWorkspace;
	return {
		apiKey: apiKeys.other,
		workspace: seedWorkspace(2, 'Cleaning Company', false),
		connectedAccounts: [seedAccount(2, 'ttlock')],
		devices: [
			seedDevice({ workspaceNumber: 2, number: 900, name: 'Customer Door', provider: 'ttlock', locationName: 'Customer' }),
		],
		accessCodes: [
			{ ...seedCode(device, managedCodeId, [2021, 'Guest 202']), isManaged: true },
			seedCode(device, unmanagedCode, [9002, 'Owner']),
		],
	};
}

function emptySeed(): WorkspaceSeed {
	return { apiKey: apiKeys.empty, workspace: seedWorkspace(1, 'Empty', true), connectedAccounts: [], devices: [], accessCodes: [] };
}

function accountsOf(workspaceNumber: number, devices: Array<{ provider: ProviderName }>) {
	return [...new Set(devices.map(({ provider }) => provider))].map((provider) => seedAccount(workspaceNumber, provider));
}

function seedCode(deviceId: string, accessCodeId: string, [number, name, extra]: CodeSeed): AccessCodeData {
	return { accessCodeId, deviceId, name, code: String(number), createdAt: fixtureTime(number), ...extra };
}

const PORTFOLIO_PROVIDERS: ProviderName[] = ['august', 'schlage', 'yale', 'ttlock'];
const DEFAULT_PORTFOLIO_DEVICES = 1_000;
const DEFAULT_CODES_PER_DEVICE = 3;
const MAX_CODES_PER_DEVICE = 1_000;
const UNITS_PER_BUILDING = 40;
/** No other code of a device has it. */
const DUPLICATE_PIN = '9001';

/** Ids of the fixture `portfolio`; devices and their codes are counted from 0. */
export const portfolio = {
	deviceId: (deviceIndex: number) => fixtureId('device', 1_000_000 + deviceIndex),
	unmanagedCodeId: (deviceIndex: number, codeIndex: number) =>
		fixtureId('unmanagedCode', 1_000_000_000 + deviceIndex * MAX_CODES_PER_DEVICE + codeIndex),
};

function portfolioSeed({ devices = DEFAULT_PORTFOLIO_DEVICES, codesPerDevice = DEFAULT_CODES_PER_DEVICE, mixed = false }: FixtureOptions): WorkspaceSeed {
	if (codesPerDevice > MAX_CODES_PER_DEVICE) throw new RangeError(`A device holds at most ${MAX_CODES_PER_DEVICE} codes`);
	const providers = new Set(Array.from({ length: devices }, (_, deviceIndex) => portfolioProvider(deviceIndex, mixed)));
	return {
		apiKey: apiKeys.portfolio,
		workspace: seedWorkspace(1, 'Portfolio', true),
		connectedAccounts: [...new Set([...PORTFOLIO_PROVIDERS, ...providers])].map((provider) => seedAccount(1, provider)),
		devices: portfolioDevices(devices, mixed),
		accessCodes: portfolioCodes(devices, codesPerDevice, mixed),
	};
}

function portfolioProvider(deviceIndex: number, mixed: boolean): ProviderName {
	const special = mixed ? mixedDevice(deviceIndex) : undefined;
	return special?.provider ?? PORTFOLIO_PROVIDERS[deviceIndex % PORTFOLIO_PROVIDERS.length] ?? 'august';
}

function* portfolioDevices(count: number, mixed: boolean) {
	for (let deviceIndex = 0; deviceIndex < count; deviceIndex++) {
		const building = `Building ${Math.floor(deviceIndex / UNITS_PER_BUILDING) + 1}`;
		yield seedDevice({
			workspaceNumber: 1,
			number: 1_000_000 + deviceIndex,
			name: `${building}, Unit ${(deviceIndex % UNITS_PER_BUILDING) + 1}`,
			provider: portfolioProvider(deviceIndex, mixed),
			isOffline: mixed && mixedDevice(deviceIndex)?.isOffline,
			locationName: building,
		});
	}
}

function* portfolioCodes(deviceCount: number, codesPerDevice: number, mixed: boolean): Generator<AccessCodeData> {
	// Every device has the same PINs and names; hundreds of thousands of codes share these texts.
	const templates = Array.from({ length: codesPerDevice }, (_, codeIndex) =>
		seedCode('', '', [1_001 + codeIndex, `Guest ${codeIndex + 1}`]),
	);
	for (let deviceIndex = 0; deviceIndex < deviceCount; deviceIndex++) {
		const deviceId = portfolio.deviceId(deviceIndex);
		for (const [codeIndex, template] of templates.entries()) {
			const kind = mixed ? mixedCodeKind(deviceIndex, codeIndex) : 'convertible';
			if (!kind) continue;
			yield { ...template, ...mixedCode(kind, DUPLICATE_PIN), deviceId, accessCodeId: portfolio.unmanagedCodeId(deviceIndex, codeIndex) };
		}
	}
}
