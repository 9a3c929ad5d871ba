import { lazyView } from '#lib/load-code.ts'

export { STATS_OF_ALL } from './stats-address.ts'

/** The user's own usage, on the profile. */
export const UsageCard = lazyView(async () => (await import('./usage-card.tsx')).UsageCard)
