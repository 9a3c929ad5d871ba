export { DatasourceMenu } from './item-menu.tsx'
export { DatasourceList } from './list.tsx'
