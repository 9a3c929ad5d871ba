// Account changes for the auth feature, which checks access itself.
export { accounts, type Accounts } from './accounts.ts'
