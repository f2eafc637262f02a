/** Texts that say how to finish by hand with the values under `recovery`. */
export const CREATE_IT =
	"create the code with 'Access Code: Create' and the values under 'recovery', or at the lock.";
export const LOOK_FOR_NEW = `Use 'Access Code: Get Many' to see whether the lock has a code with this PIN. If it has none, ${CREATE_IT}`;
export const LOOK_AT_NEW =
	"Use 'Access Code: Get' to see whether the new code is set. Until it is, the PIN does not open the lock.";
export const REPLACE_NEW = `Delete the new code with 'Access Code: Delete'. Then ${CREATE_IT}`;
