// Pure decisions of single sign-on: what a token says of somebody, and where their groups put them.
import { CONTEXT_TYPES, Email, Name, SUPERUSER } from '@polylogue/contract'
import { outranks } from '../rules.ts'

/** What a group at the identity provider means here. */
export interface GroupMapping {
  readonly group: string
  /** The name of a team or org unit whose member one is. */
  readonly context?: string | undefined
  readonly type: 'team' | 'orgUnit'
  readonly tenant?: string | undefined
  readonly roleId?: number | undefined
}

/** Somebody as the identity provider describes them. */
export interface Identity {
  readonly subject: string
  /** Undefined when there is none, or none that could be an address. */
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
  readonly groups: readonly string[]
}

export type Claims = Readonly<Record<string, unknown>>

/** Whether what was asked for is missing, so that the user info has to be asked too. */
export function isIncomplete(claims: Claims, groupsClaim: string, wantsGroups: boolean): boolean {
  return claims['email'] === undefined || (wantsGroups && claims[groupsClaim] === undefined)
}

export function identityOf(subject: string, claims: Claims, groupsClaim: string): Identity {
  const email = plainAddress(Email.safeParse(claims['email']).data)
  const words = (nameIn(claims, 'name') ?? '').split(' ').filter(Boolean)
  const fallback = nameIn(claims, 'preferred_username') ?? email?.split('@')[0] ?? 'User'
  return {
    subject,
    email,
    emailVerified: claims['email_verified'] === true,
    firstName: nameIn(claims, 'given_name') ?? words[0] ?? fallback,
    lastName: nameIn(claims, 'family_name') ?? (words.slice(1).join(' ') || words[0] || fallback),
    groups: textsIn(claims[groupsClaim]),
  }
}

/**
 * An address that is nobody else's here: accounts are found by a form in which other letters become usual ones (NFKC), and to
 * the provider a mailbox with those is another one, with another owner.
 */
function plainAddress(email: string | undefined): string | undefined {
  const isPlain = email !== undefined && email.normalize('NFKC') === email && !/\p{C}/u.test(email)
  return isPlain ? email : undefined
}

function nameIn(claims: Claims, claim: string): string | undefined {
  return Name.safeParse(claims[claim]).data
}

/** A provider that has one group to tell may leave out the list around it. */
function textsIn(claim: unknown): string[] {
  const all: unknown[] = Array.isArray(claim) ? claim : [claim]
  return all.filter((one) => typeof one === 'string')
}

/**
 * The role somebody's groups give them: the highest of those mapped, else the standard one. Without a mapped role anywhere a
 * person keeps the one they have. The super user's is nobody's to give or take.
 */
export function roleFrom(
  groups: readonly string[],
  current: number | undefined,
  config: { readonly roleId: number; readonly groups: readonly GroupMapping[] },
): number {
  if (current === SUPERUSER) return current
  const mapped = config.groups.filter((mapping) => mapping.roleId !== undefined)
  if (current !== undefined && mapped.length === 0) return current
  const given = mapped.filter(({ group }) => groups.includes(group)).flatMap(({ roleId }) => roleId ?? [])
  return (
    given.reduce<number | undefined>(
      (highest, one) => (highest === undefined || outranks(one, highest) ? one : highest),
      undefined,
    ) ?? config.roleId
  )
}

/**
 * The tenant somebody's groups put them in: the first that the configuration names. Undefined to leave them where they are;
 * null to take them out of a tenant (`current` is its name) that one is in by a group only.
 */
export function tenantFrom(
  groups: readonly string[],
  current: string | undefined,
  mappings: readonly GroupMapping[],
): string | null | undefined {
  const named = mappings.filter(({ tenant }) => tenant !== undefined)
  const found = named.find(({ group }) => groups.includes(group))?.tenant
  if (found !== undefined) return found
  return named.some(({ tenant }) => tenant === current) ? null : undefined
}

/** A mapped team or org unit, and whether somebody's groups make them a member. */
export interface MappedContext {
  readonly typeId: 2 | 3
  readonly name: string
  readonly isMember: boolean
}

export function contextsFrom(groups: readonly string[], mappings: readonly GroupMapping[]): MappedContext[] {
  const found = new Map<string, MappedContext>()
  for (const { group, context, type } of mappings) {
    if (context === undefined) continue
    const typeId = CONTEXT_TYPES[type]
    const key = `${typeId} ${context}`
    const isMember = groups.includes(group) || (found.get(key)?.isMember ?? false)
    found.set(key, { typeId, name: context, isMember })
  }
  return [...found.values()]
}

/** Where the web app takes what the identity provider sends back. */
const CALLBACK_PATH = '/sign-in/sso'

/** Whether the provider may be asked to send the browser there. */
export function isRedirectAllowed(redirectUri: string, allowed: readonly string[] | undefined): boolean {
  if (allowed) return allowed.includes(redirectUri)
  const url = URL.parse(redirectUri)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  return url.href === `${url.origin}${CALLBACK_PATH}`
}

/** The answer in the address a browser came back to, as the address that was asked for would have it; else undefined. */
export function answerAt(redirectUri: string, callback: string): URL | undefined {
  const came = URL.parse(callback)
  const asked = new URL(redirectUri)
  if (!came || came.origin !== asked.origin || came.pathname !== asked.pathname) return undefined
  asked.search = came.search
  return asked
}
