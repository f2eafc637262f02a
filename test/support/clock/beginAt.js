/** From now on, the clock of this realm goes on from this time, such as `2026-12-01T09:00:00Z`. */
module.exports = function beginAt(time) {
	const { Date: EarlierDate } = globalThis;
	const earlierNow = EarlierDate.now.bind(EarlierDate);
	const aheadMs = EarlierDate.parse(time) - earlierNow();
	const now = () => earlierNow() + aheadMs;
	function OwnDate(...given) {
		if (!new.target) return new OwnDate().toString();
		return Reflect.construct(EarlierDate, given.length > 0 ? given : [now()], new.target);
	}
	OwnDate.prototype = EarlierDate.prototype;
	globalThis.Date = Object.assign(Object.setPrototypeOf(OwnDate, EarlierDate), { now });
};
