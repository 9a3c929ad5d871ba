import { used } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { estimateTokens } from '@polylogue/retrieval/tokens'
import type { ContextSource } from '#features/answers/index.ts'
import { custinstItem } from './item.ts'
import { instructionsText } from './rules.ts'
import { forQuestion } from './store.ts'

/**
 * The source of custom instructions. Access is checked at each question, so a revoked share counts at once. Nothing in the
 * texts is expanded. The statistics count instructions without access and those that do not fit (decision 64).
 */
export function custinstsSource(db: Queries): ContextSource {
  return {
    name: 'custom instructions',
    async gather({ viewer, choices }, budget) {
      const ids = { who: choices.custInstWhoId, respond: choices.custInstRespondId }
      if (ids.who === 0 && ids.respond === 0) return {}
      const found = await forQuestion(db, viewer, Object.values(ids))
      const allowed = found.map((one) => used(custinstItem, viewer, one))
      const { text, ...left } = instructionsText(ids, allowed, (longer) => estimateTokens(longer) <= budget)
      const statistics = Object.entries(left).filter(([, count]) => count > 0)
      return { system: text, statistics: Object.fromEntries(statistics) }
    },
  }
}
