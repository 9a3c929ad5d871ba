export { EditDatasourceDialog } from './edit-dialog.tsx'
export { NewDatasourceDialog } from './new-dialog.tsx'
