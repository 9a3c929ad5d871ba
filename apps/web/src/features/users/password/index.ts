export { generatePassword } from './generate-password.ts'
export { NewPasswordFields } from './new-password-fields.tsx'
export { ShownPassword } from './shown-password.tsx'
export { LONGEST, type NewPassword, SHORTEST, useNewPassword } from './use-new-password.ts'
