import { lazyView } from '../../lib/load-code.ts'

export { useGoldenSetCount } from './use-count.ts'

/** The scorecards of a model tag, for the dialog that deploys it. */
export const TagScorecards = lazyView(async () => (await import('./run/tag-scorecards.tsx')).TagScorecards)
