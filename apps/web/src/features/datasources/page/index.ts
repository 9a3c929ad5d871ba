export { datasourcePage } from './datasource-page.tsx'
export { datasourcesPage } from './list-page.tsx'
