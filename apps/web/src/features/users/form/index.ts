export { CreateUserDialog, NEW_USER } from './list-dialogs.ts'
