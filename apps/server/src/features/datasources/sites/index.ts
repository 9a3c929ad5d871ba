// Site maps and folders of pages, whose pages are documents.
export { linksOf, locationsOf, PAGE_BYTES, pagesAmong } from './links.ts'
export { addPages, among } from './pages.ts'
export { removedPages, storeAsked, type RequestedPages } from './removed-store.ts'
export { sitesService, type SitesService } from './service.ts'
export * as siteStore from './store.ts'
