/** Channels by the beginning of the words that systems have for them, such as `airbnbOfficial`. */
const CHANNELS: ReadonlyArray<[RegExp, string]> = [
	[/^airbnb/, 'Airbnb'],
	[/^booking(?:dot)?com|^booking$/, 'Booking.com'],
	[/^(?:vrbo|homeaway)/, 'Vrbo'],
	[/^expedia/, 'Expedia'],
	[/^agoda/, 'Agoda'],
	[/^tripadvisor/, 'Tripadvisor'],
];

/** The channel's own name. A word that no channel is known for stays as it is. */
export function channelName(word: string | null | undefined): string | null {
	const letters = (word ?? '').toLowerCase().replaceAll(/[^a-z]/g, '');
	return CHANNELS.find(([beginning]) => beginning.test(letters))?.[1] ?? word ?? null;
}
