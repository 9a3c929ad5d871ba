// Scheduled backups: made by the command, so that its work is done in another process (decision 91).
export { openBackups, type BackUp, type Backups, type BackupSchedule } from './service.ts'
export { BACKUP_COLUMNS, type BackupRow } from './store.ts'
