// What names and addresses of people may be (shell specification, section 5); the server checks the same.

export const LONGEST_NAME = 200
export const LONGEST_EMAIL = 254

/** 'superuser' in any case is nobody's name. */
export const isReserved = (name: string): boolean => name.trim().toLowerCase() === 'superuser'

export const isEmail = (text: string): boolean =>
  /^[^\s@<>"']{1,64}@[^\s@<>"']{1,190}\.[^\s@<>"'.]{2,63}$/.test(text)

/** Whether an address fits somebody who had another, or none: who has none needs none. */
export const isEmailFor = (was: { email: string }, text: string): boolean =>
  text.trim() === '' ? was.email === '' : isEmail(text.trim())

/** A person's name as pages show it. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()
