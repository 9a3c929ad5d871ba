// A person as far as signing in goes: for the auth feature, which asks the access question itself.
import type { Tx } from '../../platform/db/index.ts'
import * as store from './accounts-store.ts'
import type { SignIn } from './accounts-store.ts'
import { nameIssues, refuse, type PreparedPerson } from './creating.ts'

export interface Accounts {
  /**
   * Notes a sign-in and holds the person until the transaction ends. Undefined for somebody who may not use the page, or
   * whose password is not the one any more that was compared.
   */
  noteSignIn(tx: Tx, userId: number, signIn: SignIn): Promise<{ mustChangePassword: boolean } | undefined>
  /**
   * Somebody ready to be created who has no password: no sign-in by password finds one that fits.
   * @throws Problem VALIDATION_FAILED for a reserved name
   */
  withoutPassword(person: { firstName: string; lastName: string; email: string }): PreparedPerson
  /** Takes away an e-mail address that is another person's: the account is signed in to by its user name from now on. */
  removeEmail(tx: Tx, userId: number): Promise<void>
  /** Takes somebody's password away: they sign in otherwise from now on, and need not change one. */
  removePassword(tx: Tx, userId: number): Promise<void>
  /** Puts a person where their organisation says; false when they stood there already. */
  place(tx: Tx, userId: number, at: { roleId: number; tenantContextId: number | null }): Promise<boolean>
}

export const accounts: Accounts = {
  noteSignIn: store.noteSignIn,
  withoutPassword({ firstName, lastName, email }) {
    refuse(nameIssues({ firstName, lastName }))
    return { firstName, lastName, email, passwordHash: '' }
  },
  removeEmail: store.removeEmail,
  removePassword: store.removePassword,
  place: store.place,
}
