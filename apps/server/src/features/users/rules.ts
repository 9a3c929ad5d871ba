// Pure decisions about names.

/**
 * The one form in which user names and e-mail addresses are stored and compared: NFKC, without spaces around, in lower
 * case (quality bar S5, S19).
 */
export function canonicalName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

// Letters that look like one of "superuser", after NFKC, lower case and without marks: Cyrillic, Greek, Armenian, Coptic,
// Cherokee, Lisu, small capitals, and digits and signs people put in their place.
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

/** Whether a first or last name reads as "superuser", however it is written (shell specification, section 5; S20). */
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
 * User names for somebody with this address, best first and without an end: the part before the @, then the same with a
 * number. They hold no @, so that nobody's user name is another's e-mail address (S19).
 */
export function* usernamesFor(email: string): Generator<string> {
  const part = canonicalName(email.split('@')[0] ?? '')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .slice(0, USERNAME_LENGTH)
  const base = part === '' || isReservedName(part) ? 'user' : part
  yield base
  for (let number = 2; ; number++) yield `${base}${number}`
}
