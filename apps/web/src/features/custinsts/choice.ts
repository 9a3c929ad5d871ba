// Which custom instructions a tab and the new tabs of a project use. Pure.
import type { CustInst, Tab } from '@polylogue/contract'
import { CUSTINST_SCOPES } from '@polylogue/contract/browser'

export type Using = Pick<Tab, 'custInstWhoId' | 'custInstRespondId'>

/** A change of the instructions in use; 0 ends the use. */
export type Choice = Partial<Using>

/** Returns the change that uses an instruction, or ends its use, in a tab or a project. */
export const choiceOf = ({ id, scope }: CustInst, use: boolean): Choice =>
  scope === CUSTINST_SCOPES.who ? { custInstWhoId: use ? id : 0 } : { custInstRespondId: use ? id : 0 }

/** Whether a tab or the new tabs of a project use an instruction. */
export const uses = (using: Using, { id, scope }: CustInst): boolean =>
  (scope === CUSTINST_SCOPES.who ? using.custInstWhoId : using.custInstRespondId) === id

/** Replaces the instructions that are not among `known` by 0. */
export function knownOf({ custInstWhoId, custInstRespondId }: Using, known: readonly CustInst[]): Using {
  const of = (id: number, scope: CustInst['scope']) =>
    known.some((one) => one.id === id && one.scope === scope) ? id : 0
  return {
    custInstWhoId: of(custInstWhoId, CUSTINST_SCOPES.who),
    custInstRespondId: of(custInstRespondId, CUSTINST_SCOPES.respond),
  }
}

/** Returns the ids of the instructions that a tab uses. */
export const idsIn = ({ custInstWhoId, custInstRespondId }: Using): number[] =>
  [custInstWhoId, custInstRespondId].filter((id) => id !== 0)
