import { lazyView } from '../../lib/load-code.ts'

/** What one asked and what it took, on one's own profile. */
export const UsageCard = lazyView(async () => (await import('./usage-card.tsx')).UsageCard)
