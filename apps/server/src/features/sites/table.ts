/**
 * Site maps and folders of pages.
 * @writtenBy media
 */
export const SITES = 'media_sites'

/**
 * The pages that were removed because they are gone.
 * @writtenBy media
 */
export const REMOVED_PAGES = 'media_removed_pages'
