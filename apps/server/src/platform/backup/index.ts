// Backup and restore: the whole installation as one file, the same for both databases.
export { BackupError } from './format.ts'
export type { Installation } from './installation.ts'
export { backUpOpen, makeBackup, type MadeBackup, type MakeBackup } from './make.ts'
export { restoreBackup, type RestoreBackup, type Restored } from './restore.ts'
