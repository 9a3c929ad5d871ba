import {
  roleOf,
  SUPERUSER,
  type CallData,
  type CallInput,
  type contract,
  type License,
  type ListedUser,
  type Permission,
  type User,
  type UserProfile,
} from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { setAccounts } from './accounts-of-many.ts'
import * as creating from './creating.ts'
import type { UsersDeps } from './deps.ts'
import * as leaving from './leaving/leaving.ts'
import { list } from './listing/listing.ts'
import * as pictures from './pictures/pictures.ts'
import { mayReadLicence, mayReadPermissions, sightOf } from './policy.ts'
import { canonicalName } from './rules.ts'
import * as store from './store.ts'
import { profileOf, userOf } from './profile.ts'
import { update } from './updating.ts'

export type { PersonInput, Placement, PreparedPerson } from './creating.ts'

type Users = typeof contract.users
type Input<Name extends keyof Users> = CallInput<Users[Name]>

/** A user as other features see them. */
export type Account = store.UserRow

export interface UsersService {
  /**
   * Lists the users that the viewer sees, filtered and sorted; `total` counts all.
   * @throws Problem PERMISSION_DENIED without can_list_users; NOT_FOUND for a group that the viewer does not see;
   *   VALIDATION_FAILED for a foreign cursor.
   */
  list(
    viewer: Person,
    wanted: Input<'list'>['query'],
  ): Promise<{ users: ListedUser[]; total: number; nextCursor: string | null }>
  /** Returns the full or the short profile, depending on the viewer. @throws Problem NOT_FOUND */
  get(viewer: Person, id: number): Promise<User | UserProfile>
  /**
   * Creates a user, who must change the password at the first sign-in.
   * @throws Problem PERMISSION_DENIED for a role above one's own or a tenant that the viewer may not assign; NAME_TAKEN;
   *   NOT_FOUND for a tenant; VALIDATION_FAILED; SERVER_BUSY
   */
  add(viewer: Person, sent: Input<'create'>['body']): Promise<CallData<Users['create']>>
  /**
   * Updates the sent fields that differ.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED, NAME_TAKEN, CONFLICT, LAST_SUPERUSER, VALIDATION_FAILED, SERVER_BUSY
   */
  update(viewer: Person, id: number, sent: Input<'update'>['body']): Promise<User | UserProfile>
  /**
   * Disables or enables many accounts in one transaction, and ends the sessions of those who are disabled.
   * Returns who was changed, and who was left out and why.
   * @throws Problem PERMISSION_DENIED without can_edit_user
   */
  setAccounts(viewer: Person, sent: Input<'setAccounts'>['body']): Promise<CallData<Users['setAccounts']>>
  /** Counts the items that a user would leave behind. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  belongings(viewer: Person, id: number): Promise<CallData<Users['belongings']>['Belongings']>
  /** Deletes a user. @throws Problem NOT_FOUND, PERMISSION_DENIED, ITEMS_UNDECIDED, LAST_SUPERUSER */
  remove(viewer: Person, id: number, items: Input<'remove'>['query']): Promise<void>
  /** @throws Problem NOT_FOUND, NONE_FOUND */
  picture(viewer: Person, id: number): Promise<CallData<Users['picture']>>
  /** @throws Problem NOT_FOUND, NONE_FOUND */
  pictureBytes(viewer: Person, id: number): Promise<CallData<Users['pictureBytes']>>
  /** @throws Problem NOT_FOUND, PERMISSION_DENIED, PICTURE_TOO_LARGE, PICTURE_REFUSED, VALIDATION_FAILED */
  setPicture(
    viewer: Person,
    id: number,
    sent: Input<'setPicture'>['body'],
  ): Promise<CallData<Users['picture']>>
  /** @throws Problem NOT_FOUND, PERMISSION_DENIED */
  removePicture(viewer: Person, id: number): Promise<void>
  /** @throws Problem NOT_FOUND; PERMISSION_DENIED when the viewer sees the user but not their permissions. */
  permissions(viewer: Person, id: number): Promise<RoleAndPermissions>
  /** Returns a user's licence: one's own, or with the permission to edit users any. @throws Problem NOT_FOUND */
  license(viewer: Person, id: number): Promise<License>
  /**
   * Returns a user visible to the viewer and how much of them is visible; for other features' calls about users.
   * @throws Problem NOT_FOUND for an unknown user, and for a user behind another tenant's wall.
   */
  seen(viewer: Person, id: number): Promise<{ person: Account; sight: 'full' | 'short' }>
  /** Finds a user without an access check, for code that acts on its own. */
  byId(id: number): Promise<Account | undefined>
  /** Finds a user by user name or e-mail address as entered, without an access check; for sign-in. */
  byName(name: string): Promise<Account | undefined>
  isAnybodyThere(): Promise<boolean>
  /**
   * Validates names and password and hashes the password. Call it before the transaction: hashing is slow.
   * @throws Problem VALIDATION_FAILED (reserved name, weak password), SERVER_BUSY
   */
  prepare(input: creating.PersonInput): Promise<creating.PreparedPerson>
  /** Creates a user and their context (type 5, owning itself). @throws Problem NAME_TAKEN */
  create(tx: Tx, prepared: creating.PreparedPerson, placement: creating.Placement): Promise<Account>
  /** Creates the super user, who owns the company; returns undefined when there is already a user. */
  createFirst(tx: Tx, prepared: creating.PreparedPerson): Promise<Account | undefined>
  /**
   * Hashes a user's new password for `setPassword`. Call it before the transaction: hashing is slow. Errors name the field
   * `path`.
   * @throws Problem VALIDATION_FAILED (too weak), SERVER_BUSY
   */
  preparePassword(
    person: Pick<Account, 'firstName' | 'lastName' | 'email'>,
    password: string,
    path?: string,
  ): Promise<string>
  /**
   * Sets a user's password hash and publishes `user.changed`. `mustChange`: another user chose it. `from`: only if the
   * current hash is this one. Returns whether it was set. The caller ends the sessions.
   */
  setPassword(
    tx: Tx,
    userId: number,
    passwordHash: string,
    how: { mustChange: boolean; from?: string },
  ): Promise<boolean>
}

export interface RoleAndPermissions {
  Role: { id: number; name: string }
  Permissions: Permission[]
}

export function usersService(deps: UsersDeps): UsersService {
  const { orm } = deps.db
  return {
    ...reading(deps),
    list: (viewer, wanted) => list(deps, viewer, wanted),
    add: (viewer, sent) => creating.add(deps, viewer, sent),
    update: (viewer, id, sent) => update(deps, viewer, id, sent),
    setAccounts: (viewer, sent) => setAccounts(deps, viewer, sent),
    belongings: (viewer, id) => leaving.belongings(deps, viewer, id),
    remove: (viewer, id, items) => leaving.remove(deps, viewer, id, items),
    picture: (viewer, id) => pictures.get(deps, viewer, id),
    pictureBytes: (viewer, id) => pictures.bytes(deps, viewer, id),
    setPicture: (viewer, id, sent) => pictures.set(deps, viewer, id, sent),
    removePicture: (viewer, id) => pictures.remove(deps, viewer, id),
    byId: (id) => store.find(orm, id),
    byName: async (name) => (name.includes('\0') ? undefined : store.findByName(orm, canonicalName(name))),
    isAnybodyThere: () => store.isAnybodyThere(orm),
    prepare: (input) => creating.prepare(deps, input),
    create: (tx, prepared, placement) => creating.create(deps.clock, tx, prepared, placement),
    async createFirst(tx, prepared) {
      await store.lockOutNewcomers(tx)
      if (await store.isAnybodyThere(tx)) return undefined
      const person = await creating.create(deps.clock, tx, prepared, {
        roleId: SUPERUSER,
        emailProven: true,
      })
      await store.giveCompanyTo(tx, person.contextId)
      return person
    },
    preparePassword: (person, password, path = 'password') =>
      creating.preparePassword(deps, person, password, path),
    async setPassword(tx, userId, passwordHash, { mustChange, from }) {
      const set = await store.setPassword(tx, userId, { passwordHash, mustChange, from }, deps.clock.now())
      if (set) await deps.bus.publish(tx, { type: 'user.changed', userId })
      return set
    },
  }
}

/** The calls that read one user. */
function reading({ db: { orm }, licence, projectIdsOf }: UsersDeps) {
  const seen = async (viewer: Person, id: number) => {
    const person = await store.find(orm, id)
    const sight = person ? sightOf(viewer, person) : 'none'
    if (!person || sight === 'none') throw new Problem('NOT_FOUND', { thing: 'user' })
    return { person, sight }
  }
  return {
    seen,
    async get(viewer, id) {
      const { person, sight } = await seen(viewer, id)
      if (sight === 'short') return profileOf(person)
      return userOf(person, person.id === viewer.userId ? await projectIdsOf(orm, id) : [])
    },
    async permissions(viewer, id) {
      const { person } = await seen(viewer, id)
      if (!mayReadPermissions(viewer, person)) throw new Problem('PERMISSION_DENIED')
      const role = roleOf(person.roleId)
      return {
        Role: { id: person.roleId, name: role?.name ?? '' },
        Permissions: [...(role?.permissions ?? [])],
      }
    },
    async license(viewer, id) {
      const { person } = await seen(viewer, id)
      if (!mayReadLicence(viewer, person)) throw new Problem('NOT_FOUND', { thing: 'user' })
      return licence.current()
    },
  } satisfies Partial<UsersService>
}
