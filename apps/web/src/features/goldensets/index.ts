import { lazyView } from '#lib/load-code.ts'

/** The scorecards of a model tag, for the dialog that deploys it. */
export const TagScorecards = lazyView(async () => (await import('./run/tag-scorecards.tsx')).TagScorecards)
