// What a question may repeat: also one that somebody types, or a test question, may equal a reported one.
import type { Runner } from '#platform/db/index.ts'
import type { Confidentiality, UsedSources } from '#features/confidentiality/index.ts'
import { hashOf } from '#features/unanswered/index.ts'
import * as store from './equal-store.ts'

/** Decides of a question that somebody types whether it is confidential: see the store. */
export const isConfidentialQuestion = (
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  { datasourceId, q }: { readonly datasourceId: number; readonly q: string },
): Promise<boolean> => store.isReportedConfidential(db, confidentiality, { datasourceId, q, same: hashOf(q) })

/** Returns what a new question may repeat, because equal ones were reported, with the hash by which equal ones find it. */
export async function repeatedBy(
  db: Runner,
  { datasourceId, q }: { readonly datasourceId: number; readonly q: string },
): Promise<{ readonly same: Buffer; readonly used: UsedSources }> {
  const same = hashOf(q)
  return { same, used: await store.usedByEqual(db, { datasourceId, q, same }) }
}
