import { claimedRows } from '#platform/claims/index.ts'
import { isInUse } from '#features/datasources/table.ts'

/**
 * Site maps and folders of pages.
 * @writtenBy media
 */
export const SITES = 'media_sites'

export const IN_USE = isInUse(`${SITES}.datasource_id`)

/** The same as work of processes: each is taken for one fetch. */
export const siteMaps = claimedRows({ table: SITES, isWanted: IN_USE })

/**
 * The pages that were removed because they are gone.
 * @writtenBy media
 */
export const REMOVED_PAGES = 'media_removed_pages'
