// The pages in one chunk: they are opened one after the other.
export { datasourcePage } from './page/datasource-page.tsx'
export { datasourcesPage } from './page/list-page.tsx'
export { readerPage } from './reader/reader-page.tsx'
