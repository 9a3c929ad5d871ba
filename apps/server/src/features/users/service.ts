import {
  roleOf,
  SUPERUSER,
  type License,
  type Permission,
  type User,
  type UserProfile,
} from '@polylogue/contract'
import type { Viewer } from '../../access/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import { uuidV7 } from '../../platform/ids.ts'
import { Problem, type Issue } from '../../problem.ts'
import type { Passwords } from './passwords.ts'
import { mayReadLicence, mayReadPermissions, sightOf } from './policy.ts'
import { canonicalName, isReservedName, usernamesFor } from './rules.ts'
import * as store from './store.ts'
import type { Strength } from './strength.ts'

export interface PersonInput {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

/** Somebody whose names and password were found good, ready to be created. Only `prepare` makes one. */
export interface PreparedPerson {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly passwordHash: string
}

export interface Placement {
  readonly roleId: number
  readonly tenantContextId?: number | null
  readonly canUseUi?: boolean
  readonly canUseApi?: boolean
}

/** A person as other features know them. */
export type Person = store.UserRow

export interface UsersService {
  /** In full or in short, as the viewer may see them. @throws Problem NOT_FOUND */
  get(viewer: Viewer, id: number): Promise<User | UserProfile>
  /** @throws Problem NOT_FOUND; PERMISSION_DENIED when the viewer sees the person but not this. */
  permissions(viewer: Viewer, id: number): Promise<RoleAndPermissions>
  /** The licence one works under: one's own, or of others with the permission to edit people. @throws Problem NOT_FOUND */
  license(viewer: Viewer, id: number): Promise<License>
  /** Without the access question: for code that acts on its own. */
  byId(id: number): Promise<Person | undefined>
  /** By user name or e-mail address as typed, without the access question: for signing in. */
  byName(name: string): Promise<Person | undefined>
  isAnybodyThere(): Promise<boolean>
  /**
   * Checks names and password and hashes the password. Before the transaction: it takes time.
   * @throws Problem VALIDATION_FAILED (reserved name, weak password), SERVER_BUSY
   */
  prepare(input: PersonInput): Promise<PreparedPerson>
  /** Creates a person and their context (type 5, owning itself). @throws Problem NAME_TAKEN */
  create(tx: Tx, prepared: PreparedPerson, placement: Placement): Promise<Person>
  /** Creates the super user, who owns the company; undefined when anybody is there already. */
  createFirst(tx: Tx, prepared: PreparedPerson): Promise<Person | undefined>
}

export interface RoleAndPermissions {
  Role: { id: number; name: string }
  Permissions: Permission[]
}

interface Given {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly strength: Strength
  readonly minimumPasswordStrength: number
  readonly licence: { told(): License }
}

export function usersService(given: Given): UsersService {
  const { orm } = given.db
  const seen = async (viewer: Viewer, id: number) => {
    const person = await store.find(orm, id)
    const sight = person ? sightOf(viewer, person) : 'none'
    if (!person || sight === 'none') throw new Problem('NOT_FOUND', { thing: 'user' })
    return { person, sight }
  }
  return {
    async get(viewer, id) {
      const { person, sight } = await seen(viewer, id)
      if (sight === 'short') return profileOf(person)
      // Administration is about accounts: nobody learns of other people's projects here (reading 3).
      return userOf(person, person.id === viewer.userId ? await store.ownProjectIds(orm, id) : [])
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
      return given.licence.told()
    },
    byId: (id) => store.find(orm, id),
    byName: async (name) => (name.includes('\0') ? undefined : store.findByName(orm, canonicalName(name))),
    isAnybodyThere: () => store.isAnybodyThere(orm),
    prepare: (input) => prepare(given, input),
    create: (tx, prepared, placement) => create(given.clock, tx, prepared, placement),
    async createFirst(tx, prepared) {
      await store.lockOutNewcomers(tx)
      if (await store.isAnybodyThere(tx)) return undefined
      const person = await create(given.clock, tx, prepared, { roleId: SUPERUSER })
      await store.giveCompanyTo(tx, person.contextId)
      return person
    },
  }
}

async function prepare(given: Given, input: PersonInput): Promise<PreparedPerson> {
  const issues: Issue[] = []
  for (const name of ['firstName', 'lastName'] as const)
    if (isReservedName(input[name]))
      issues.push({ path: name, message: `“${input[name].trim()}” is reserved` })
  const known = [input.firstName, input.lastName, input.email, ...input.email.split('@'), 'polylogue']
  const strength = await given.strength(input.password, known)
  if (strength < given.minimumPasswordStrength)
    issues.push({
      path: 'password',
      message: `is too easy to guess: its strength is ${strength} of 100, and ${given.minimumPasswordStrength} is needed; make it longer or less usual`,
    })
  if (issues.length) {
    const sentence = issues.map(({ path, message }) => `${path} ${message}`).join('; ')
    throw new Problem('VALIDATION_FAILED', { issues: sentence }, { issues })
  }
  const { firstName, lastName, email } = input
  const passwordHash = await given.passwords.inTurn((hasher) => hasher.hash(input.password))
  return { firstName, lastName, email, passwordHash }
}

async function create(clock: Clock, tx: Tx, prepared: PreparedPerson, placement: Placement): Promise<Person> {
  const { firstName, lastName, passwordHash } = prepared
  const email = canonicalName(prepared.email)
  if (await store.isEmailTaken(tx, email)) throw new Problem('NAME_TAKEN')
  const contextId = await store.insertContext(tx, { uuid: uuidV7(clock), name: `${firstName} ${lastName}` })
  const user = { uuid: uuidV7(clock), contextId, firstName, lastName, email, passwordHash, ...placement }
  for (const username of usernamesFor(email)) {
    const person = await store.insert(tx, { ...user, username })
    if (person) return person
    if (await store.isEmailTaken(tx, email)) break
  }
  throw new Problem('NAME_TAKEN')
}

function profileOf(person: Person): UserProfile {
  const { id, firstName, lastName, username } = person
  return { id, firstName, lastName, username }
}

function userOf(person: Person, projects: number[]): User {
  const role = roleOf(person.roleId)
  return {
    ...profileOf(person),
    uuId: person.uuid,
    email: person.email,
    role: role?.name ?? '',
    roles: role ? [role.name] : [],
    roleId: person.roleId,
    permissions: [...(role?.permissions ?? [])],
    projects,
    context: { id: person.contextId, ownerContextId: person.contextId },
    account: { canUseUi: person.canUseUi, canUseApi: person.canUseApi, defaultRoleId: person.roleId },
    created: person.created.toISOString(),
    modified: person.modified.toISOString(),
  }
}
