import '../../test/support/n8nEnvironment.js';
import { runSoak } from './runSoak';
import { FULL_SOAK } from './soakSetup';
void (async () => {
	for (const [name, extra] of Object.entries({
		warm: { items: 1000, faultShare: 0.0001, conversionsPerWindow: 1000, waitTimeoutMs: 3000 },
		plain: { faultShare: 0.0001, conversionsPerWindow: 1000, waitTimeoutMs: 3000 },
		limits: { faultShare: 0.0001, waitTimeoutMs: 3000 },
		faults: { conversionsPerWindow: 1000, waitTimeoutMs: 3000 },
		both: { waitTimeoutMs: 3000 },
	})) {
		const cpu = process.cpuUsage();
		const r = await runSoak({ ...FULL_SOAK, items: 6000, ...extra });
		const used = process.cpuUsage(cpu);
		console.log(name, Math.round(r.timeMs), 'cpu', (used.user + used.system) / 1000, JSON.stringify(r.service.requestsByPath['/access_codes/unmanaged/convert_to_managed']), JSON.stringify(r.service.requestsByPath['/action_attempts/list']), r.settlement.discrepancies.length, r.service.maxInFlight);
	}
})();
