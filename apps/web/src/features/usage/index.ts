/** The address of the page of statistics. */
export const STATS = '/stats'

/** The same page with the usage of everybody, for those who may see it. */
export const STATS_OF_ALL = `${STATS}?whose=everybody`
