// Rules for names and e-mail addresses (ACCOUNT-3); the server checks the same.

export const LONGEST_NAME = 200
export const LONGEST_EMAIL = 254

/** 'superuser' is reserved in any case. */
export const isReserved = (name: string): boolean => name.trim().toLowerCase() === 'superuser'

export const isEmail = (text: string): boolean =>
  /^[^\s@<>"']{1,64}@[^\s@<>"']{1,190}\.[^\s@<>"'.]{2,63}$/.test(text)

/** Validates a changed e-mail address; a user without one may stay without. */
export const isEmailFor = (was: { email: string }, text: string): boolean =>
  text.trim() === '' ? was.email === '' : isEmail(text.trim())

/** Returns the display name of a user. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** Returns the user name and the e-mail address; only the address where it begins with the name, as the server makes it. */
export function accountNames({ username, email }: { username: string; email: string }): string[] {
  const said = email.toLowerCase()
  const name = username.toLowerCase()
  return said === name || said.startsWith(`${name}@`) ? [email] : [username, email].filter(Boolean)
}
