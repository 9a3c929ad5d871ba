// Account changes for the auth feature, which checks access itself.
import type { Tx } from '#platform/db/index.ts'
import { nameIssues, refuse, type PreparedPerson } from '../creating.ts'
import * as store from './store.ts'
import type { SignIn } from './store.ts'

export interface Accounts {
  /**
   * Records a sign-in and locks the user until the transaction ends. Returns undefined when the user may not use the page,
   * or their password was changed after it was compared.
   */
  noteSignIn(tx: Tx, userId: number, signIn: SignIn): Promise<{ mustChangePassword: boolean } | undefined>
  /**
   * Prepares a user without a password, who cannot sign in with one.
   * @throws Problem VALIDATION_FAILED for a reserved name
   */
  withoutPassword(person: { firstName: string; lastName: string; email: string }): PreparedPerson
  /** Removes an e-mail address that belongs to another user: this account then signs in by its user name. */
  removeEmail(tx: Tx, userId: number): Promise<void>
  /** Removes a user's password and the obligation to change it: they sign in another way. */
  removePassword(tx: Tx, userId: number): Promise<void>
  /** Sets the role and tenant given by the user's organisation; returns false when nothing changes. */
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
