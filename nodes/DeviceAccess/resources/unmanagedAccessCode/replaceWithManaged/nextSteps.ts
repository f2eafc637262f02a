/** What a person does to finish by hand; the values are under `recovery`. */
export const CREATE_IT = "create the code with 'Access Code: Create' from the values under 'recovery', or at the lock itself.";
export const LOOK_FOR_NEW = `See with 'Access Code: Get Many' whether the lock has a code with this PIN. If it has none, ${CREATE_IT}`;
export const LOOK_AT_NEW = "See with 'Access Code: Get' whether the new code is set by now. Until it is, the PIN does not open the lock.";
export const REPLACE_NEW = `Delete the new code with 'Access Code: Delete'. Then ${CREATE_IT}`;
