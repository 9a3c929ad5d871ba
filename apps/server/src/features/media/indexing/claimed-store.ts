// The documents as work of processes: each is taken for one step.
import { DATASOURCE_STATUS } from '@polylogue/contract'
import { claimedRows } from '#platform/claims/index.ts'
import { isInUse } from '#features/datasources/table.ts'

const { indexing, pending } = DATASOURCE_STATUS

export const IN_USE = isInUse('media.datasource_id')

/** Documents that are read, fetched or recognised. Those that are read again have `rereads` of reread-store.ts. */
export const documents = claimedRows({
  table: 'media',
  isWanted: IN_USE,
  state: 'status',
  taken: `status = CASE status WHEN ${pending} THEN ${indexing} ELSE status END,
    reason = CASE status WHEN ${pending} THEN NULL ELSE reason END`,
  released: `status = CASE status WHEN ${indexing} THEN ${pending} ELSE status END`,
})
