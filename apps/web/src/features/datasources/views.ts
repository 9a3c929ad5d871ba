// The pages in one chunk: they are opened one after the other.
export { datasourcePage, datasourcesPage } from './page/index.ts'
export { readerPage } from './reader/index.ts'
