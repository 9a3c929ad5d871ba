import { lazyView } from '#lib/load-code.ts'

/** The user's own usage, on the profile. */
export const UsageCard = lazyView(async () => (await import('./usage-card.tsx')).UsageCard)
