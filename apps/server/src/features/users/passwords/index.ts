// Hashes, compares and judges passwords.
export { openPasswords, type Hasher, type PasswordCost, type Passwords } from './passwords.ts'
