// Backup and restore of the whole installation as one file, independent of the database in use.
export { adoptMedia, type Adopted, type AdoptMedia } from './adopt.ts'
export { BackupError } from './format.ts'
export type { Installation } from './installation.ts'
export { backUpOpen, makeBackup, type MadeBackup, type MakeBackup } from './make.ts'
export { restoreBackup, type RestoreBackup, type Restored } from './restore.ts'
