const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS = `${LOWER}${LOWER.toUpperCase()}0123456789`
const LENGTH = 12

/**
 * Generates a password of 12 lower-case letters, capitals and digits, at least one of each (ACCOUNT-8).
 */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => LETTERS.charAt(below(LETTERS.length))).join('')
    if (/[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)) return password
  }
}

/** Returns a uniformly distributed random number below `limit`; rejects bytes that would cause a modulo bias. */
function below(limit: number): number {
  const bytes = new Uint8Array(1)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(bytes)
    if (byte < 256 - (256 % limit)) return byte % limit
  }
}
