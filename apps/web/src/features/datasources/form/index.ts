export { ChunkFields, type ChunkChoice } from './chunk-fields.tsx'
export { EditDatasourceDialog } from './edit-dialog.tsx'
export { NewDatasourceDialog } from './new-dialog.tsx'
export { EMPTY } from './values.ts'
