/** What CI plays: an example, not a proof. Each night draws others. */
export const SEED = 20_300_305;
export const COUNT = 300;
