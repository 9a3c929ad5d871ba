export { openLine, type Line, type Mail, type MailServer } from './line.ts'
export { MailError } from './mail-error.ts'
