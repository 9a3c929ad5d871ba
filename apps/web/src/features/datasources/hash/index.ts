export { HashDatasources } from './hash-datasources.tsx'
