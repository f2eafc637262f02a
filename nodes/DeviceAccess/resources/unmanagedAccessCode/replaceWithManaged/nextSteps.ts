/** Texts that say how to finish by hand with the values under `recovery`. */
export const CREATE_IT =
	"create the code with 'Create access code' and the values under 'recovery', or at the lock.";
export const LOOK_FOR_NEW = `Use 'Get many access codes' to see whether the lock has a code with this PIN. If it has none, ${CREATE_IT}`;
export const LOOK_AT_NEW =
	"Use 'Get access code' to see whether the new code is set. Until it is, the PIN does not open the lock.";
export const REPLACE_NEW = `Delete the new code with 'Delete access code'. Then ${CREATE_IT}`;
