export { overviewPage } from './overview-page.ts'
