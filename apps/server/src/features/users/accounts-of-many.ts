// Disabling and enabling many accounts in one transaction (ROLE-2).
import type { CallData, CallInput, contract, LeftOut } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { Problem } from '#problem.ts'
import type { Happened } from '#features/audit/index.ts'
import type { UsersDeps } from './deps.ts'
import { mayManage, sightOf } from './policy.ts'
import * as store from './store.ts'

type SetAccounts = (typeof contract.users)['setAccounts']
type AccountsBody = CallInput<SetAccounts>['body']

/** See `UsersService.setAccounts`. */
export async function setAccounts(
  deps: UsersDeps,
  viewer: Person,
  { ids, enabled }: AccountsBody,
): Promise<CallData<SetAccounts>> {
  if (!viewer.permissions.has('can_edit_user')) throw new Problem('PERMISSION_DENIED')
  const wanted = [...new Set(ids)]
  return deps.db.transaction(async (tx) => {
    await store.lock(tx, wanted, true)
    const found = new Map((await store.findAll(tx, wanted)).map((person) => [person.id, person]))
    // The viewer is never changed, so that one super user remains if the viewer is one.
    const others = wanted.filter((id) => id !== viewer.userId)
    const isLast = !enabled && !(await store.isSuperuserBeyond(tx, others))
    const leftOut: LeftOut[] = []
    const changing: store.UserRow[] = []
    for (const id of wanted) {
      const person = found.get(id)
      const reason = refusalOf(viewer, person, isLast)
      if (reason) leftOut.push({ id, name: reason === 'gone' ? '' : nameOf(person), reason })
      else if (person && isEnabled(person) !== enabled) changing.push(person)
    }
    const changed = changing.map(({ id }) => id)
    const accounts = await store.setAccounts(tx, changed, enabled, deps.clock.now())
    if (!enabled)
      await deps.endSessions(
        tx,
        changing.flatMap(({ id, canUseUi }) => (canUseUi ? [id] : [])),
      )
    await deps.audit.recordAll(
      tx,
      changing.map((person) => happenedTo(viewer, person, accounts.get(person.id))),
    )
    return { changed, leftOut }
  })
}

const isEnabled = ({ canUseUi, canUseApi }: store.UserRow): boolean => canUseUi || canUseApi
const nameOf = (person: store.UserRow | undefined): string =>
  person ? `${person.firstName} ${person.lastName}` : ''

/** `isLast`: without the wanted super users, none can sign in. */
function refusalOf(
  viewer: Person,
  person: store.UserRow | undefined,
  isLast: boolean,
): LeftOut['reason'] | undefined {
  if (!person || sightOf(viewer, person) === 'none') return 'gone'
  if (person.id === viewer.userId) return 'yourself'
  if (!mayManage(viewer, person, 'can_edit_user')) return 'above'
  return isLast && store.isSuperuser(person) ? 'lastSuperuser' : undefined
}

function happenedTo(
  viewer: Person,
  person: store.UserRow,
  account: Pick<store.UserRow, 'canUseUi' | 'canUseApi'> | undefined,
): Happened {
  const { id, username } = person
  const details = Object.fromEntries(
    Object.entries(account ?? {}).filter(
      ([name, value]) => person[name as 'canUseUi' | 'canUseApi'] !== value,
    ),
  )
  return { action: 'user.account-changed', by: viewer, on: { type: 'user', id, name: username }, details }
}
