/** All columns of the data table *Comparisons*, which has one row for each booking system. */
export const COMPARISONS_COLUMNS = ['system', 'compared_at'] as const;
