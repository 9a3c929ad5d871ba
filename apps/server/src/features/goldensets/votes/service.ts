// Blind votes: the server draws the pair and its order, and tells the models only after the vote.
import type { BlindPair } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Database } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { goldensetItem } from '../item.ts'
import { countLeft, drawPair, vote } from './store.ts'

const CHOICES = { tie: 0, first: 1, second: 2 } as const

interface Deps {
  readonly db: Pick<Database, 'pool' | 'transaction'>
  readonly bus: Pick<Bus, 'publish'>
  readonly runs: {
    /** @throws Problem NOT_FOUND */
    requireRun(viewer: Person, goldensetId: number, runId: number): Promise<void>
  }
}

type Place = { readonly id: number; readonly runId: number }

/** Access and errors are those of the contract. */
export interface VotesService {
  pair(viewer: Person, place: Place): Promise<BlindPair | null>
  /** A second vote on the same pair changes nothing: the models are known by then. */
  vote(
    viewer: Person,
    place: Place & { readonly voteId: number },
    choice: keyof typeof CHOICES,
  ): Promise<{ firstModelTagId: number; secondModelTagId: number }>
}

export function votesService({ db, bus, runs }: Deps): VotesService {
  const { pool } = db
  return {
    async pair(viewer, { id, runId }) {
      await runs.requireRun(viewer, id, runId)
      const found = await drawPair(pool, runId, viewer.userId)
      if (!found) return null
      const { id: voteId, title, prompt, first, second } = found
      return { voteId, title, prompt, first, second, left: await countLeft(pool, runId, viewer.userId) }
    },
    async vote(viewer, { id, runId, voteId }, choice) {
      await runs.requireRun(viewer, id, runId)
      return db.transaction(async (tx, client) => {
        const voted = await vote(client, { id: voteId, runId, userId: viewer.userId }, CHOICES[choice])
        if (!voted) throw new Problem('NOT_FOUND', { thing: 'pair' })
        if (voted.counts) await bus.publish(tx, { type: 'item.changed', noun: goldensetItem.noun, id })
        return { firstModelTagId: voted.first, secondModelTagId: voted.second }
      })
    },
  }
}
