// The pictures of imported turns.
import type { FinishedTurn } from '#features/queries/index.ts'
import type { ProjectsDeps } from './deps.ts'
import { timeOf, type Turn } from './import-portions.ts'

/** The files of turns, in their order. */
export type Pictures = readonly FinishedTurn['attachments'][]

/** Stores the pictures of turns and calls `add` with them; deletes their bytes if it fails. */
export async function withPictures<T>(
  { attachments, queries, clock }: Pick<ProjectsDeps, 'attachments' | 'queries' | 'clock'>,
  turns: readonly Turn[],
  add: (pictures: Pictures) => Promise<T>,
): Promise<T> {
  const keys: string[] = []
  try {
    const pictures: FinishedTurn['attachments'][] = []
    for (const { pictures: sent = [], created } of turns)
      pictures.push(
        await attachments.keepPictures(sent, timeOf(created, clock.now()), (key) => void keys.push(key)),
      )
    return await add(pictures)
  } catch (error) {
    // The transaction may be stored all the same: a job looks whether messages have them.
    if (keys.length > 0) await queries.forgetUnused(keys).catch(() => undefined)
    throw error
  }
}

/** Returns how many pictures were not stored. */
export const leftOut = (turns: readonly Turn[], pictures: Pictures): number =>
  turns.reduce((sum, { pictures: sent = [] }, at) => sum + sent.length - (pictures[at]?.length ?? 0), 0)
