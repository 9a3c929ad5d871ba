// Pure decisions about names.

/**
 * Returns the canonical form in which user names and e-mail addresses are stored and compared: NFKC, trimmed, in lower case
 * (ACCOUNT-4).
 */
export function canonicalName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

// Lookalikes of the letters of "superuser", after NFKC, lower case and removing marks: Cyrillic, Greek, Armenian, Coptic,
// Cherokee, Lisu, small capitals, and digits and signs used in their place.
const LOOKALIKES: Readonly<Record<string, string>> = {
  s: 'ѕꜱƽꮪꓢ5$',
  u: 'υսᴜʋꭒꓴµμ',
  p: 'рρϱᴘⲣꮲꓑ',
  e: 'еεєҽ℮ɛᴇꮛꭼꓰ3',
  r: 'гᴦⲅʀɾꭱꮁꓣ',
}

const LOOKS_LIKE = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, alike]) =>
    Array.from(alike, (other) => [other, letter] as const),
  ),
)

/** Whether a first or last name reads as "superuser", however it is written (ACCOUNT-3). */
export function isReservedName(name: string): boolean {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/./gsu, (character) => LOOKS_LIKE.get(character) ?? character)
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters === 'superuser'
}

const USERNAME_LENGTH = 60

/**
 * Yields user names for an e-mail address, best first and without end: the part before the @, then the same with a number.
 * They contain no @, so that a user name never equals another user's e-mail address (ACCOUNT-4).
 */
export function* usernamesFor(email: string): Generator<string> {
  const part = canonicalName(email.split('@')[0] ?? '')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .slice(0, USERNAME_LENGTH)
  const base = part === '' || isReservedName(part) ? 'user' : part
  yield base
  for (let number = 2; ; number++) yield `${base}${number}`
}

/** Whether a user name is allowed: not an e-mail address, not reserved, and no lookalike of another one. */
export function isUsername(name: string): boolean {
  const canonical = canonicalName(name)
  return (
    /^[\p{L}\p{N}._-]+$/u.test(canonical) && canonical.length <= USERNAME_LENGTH && !isReservedName(canonical)
  )
}

// Without lookalikes: the password is read from one screen and typed on another.
const ALPHABETS = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const
const ONE_TIME_LENGTH = 12

/**
 * Returns a password of 12 characters with lower-case and upper-case letters and digits, at least one of each (ACCOUNT-8).
 * `below(n)` is a random integer from 0 to n − 1.
 */
export function oneTimePassword(below: (limit: number) => number): string {
  const all = ALPHABETS.join('')
  const pick = (from: string) => from.charAt(below(from.length))
  for (;;) {
    const password = Array.from({ length: ONE_TIME_LENGTH }, () => pick(all)).join('')
    if (ALPHABETS.every((alphabet) => Array.from(alphabet).some((sign) => password.includes(sign))))
      return password
  }
}
