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
  /** Puts a person where their organisation says; false when they stood there already. */
  place(tx: Tx, userId: number, at: { roleId: number; tenantContextId: number | null }): Promise<boolean>
}

export const accounts: Accounts = {
  noteSignIn: store.noteSignIn,
  withoutPassword({ firstName, lastName, email }) {
    refuse(nameIssues({ firstName, lastName }))
    return { firstName, lastName, email, passwordHash: '' }
  },
  place: store.place,
}
