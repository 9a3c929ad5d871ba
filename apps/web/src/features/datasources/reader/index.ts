export { readerPage } from './reader-page.tsx'
