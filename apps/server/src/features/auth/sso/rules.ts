// Pure decisions of single sign-on: reading claims, and mapping groups.
import { CONTEXT_TYPES, Email, Name, SUPERUSER } from '@polylogue/contract'
import { outranks } from '../rules.ts'

/** Role, tenant or group that a group of the identity provider maps to. */
export interface GroupMapping {
  readonly group: string
  /** Name of the team or org unit that the user joins. */
  readonly context?: string | undefined
  readonly type: 'team' | 'orgUnit'
  readonly tenant?: string | undefined
  readonly roleId?: number | undefined
}

/** A user as described by the identity provider. */
export interface Identity {
  readonly subject: string
  /** Undefined when it is missing or not a valid address. */
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
  readonly groups: readonly string[]
}

export type Claims = Readonly<Record<string, unknown>>

const isTrue = (claim: unknown): boolean => claim === true || claim === 'true'

/** What a sign-in needs of the claims. */
export interface ClaimRules {
  readonly groupsClaim: string
  readonly emailClaim: string
  readonly trustEmail: boolean
  /** Whether groups are mapped. */
  readonly groups: boolean
}

const NAMES = ['given_name', 'family_name', 'name']

/** Whether requested claims are missing in the ID token, so that the user info must be requested too. */
export function isIncomplete(
  claims: Claims,
  { groupsClaim, emailClaim, trustEmail, groups }: ClaimRules,
): boolean {
  return (
    claimAt(claims, emailClaim) === undefined ||
    (!trustEmail && claims['email_verified'] === undefined) ||
    NAMES.every((name) => claims[name] === undefined) ||
    (groups && claimAt(claims, groupsClaim) === undefined)
  )
}

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns both claims, also those within others (`realm_access.roles`); of two, that of the token. */
function merged(token: Claims, userInfo: Claims): Record<string, unknown> {
  const within = Object.entries(token).flatMap(([name, value]) => {
    const other = Object.hasOwn(userInfo, name) ? userInfo[name] : undefined
    return isClaims(value) && isClaims(other) ? [[name, merged(value, other)] as const] : []
  })
  return { ...userInfo, ...token, ...Object.fromEntries(within) }
}

/** Returns both claims; the token's count. Whether an address is verified counts for that address only. */
export function withUserInfo(token: Claims, userInfo: Claims): Claims {
  const all = merged(token, userInfo)
  const isSame = textOf(token['email'] ?? userInfo['email']) === textOf(userInfo['email'])
  if (!isSame && token['email_verified'] === undefined) delete all['email_verified']
  return all
}

const textOf = (claim: unknown): string => String(claim).toLowerCase()

/**
 * Whether the provider left out the groups because there are too many (Entra ID above 200): they are claims elsewhere
 * (OpenID Connect Core 5.6.2), and missing groups would take roles away.
 */
export function hasGroupsElsewhere(claims: Claims, groupsClaim: string): boolean {
  if (claimAt(claims, groupsClaim) !== undefined) return false
  const elsewhere = claims['_claim_names']
  // Entra ID also says only that there are groups, where an address to ask for them would be too long.
  return (
    (groupsClaim === 'groups' && isTrue(claims['hasgroups'])) ||
    (isClaims(elsewhere) && Object.hasOwn(elsewhere, groupsClaim))
  )
}

/** Returns a claim by its name, or by its path: `realm_access.roles` of Keycloak. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((inner, key) => {
    const isObject = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
    return isObject ? (inner as Claims)[key] : undefined
  }, claims)
}

export function identityOf(
  subject: string,
  claims: Claims,
  { groupsClaim, emailClaim, trustEmail }: Omit<ClaimRules, 'groups'>,
): Identity {
  const [sent] = textsIn(claimAt(claims, emailClaim))
  const email = plainAddress(Email.safeParse(sent).data)
  const saysVerified =
    emailClaim === 'email' || (sent !== undefined && textOf(claims['email']) === textOf(sent))
  // Who says that an address is not verified is believed, whichever claim has the address.
  const said = claims['email_verified']
  const verified = saysVerified || !isTrue(said) ? said : undefined
  const words = (nameIn(claims, 'name') ?? '').split(' ').filter(Boolean)
  const fallback = nameIn(claims, 'preferred_username') ?? email?.split('@')[0] ?? 'User'
  return {
    subject,
    email,
    // Cognito and Apple send it as text.
    emailVerified: isTrue(verified) || (trustEmail && verified === undefined),
    firstName: nameIn(claims, 'given_name') ?? words[0] ?? fallback,
    lastName: nameIn(claims, 'family_name') ?? (words.slice(1).join(' ') || words[0] || fallback),
    groups: textsIn(claimAt(claims, groupsClaim)),
  }
}

/**
 * Returns an address that NFKC does not change. Accounts are found by their NFKC form, and to the provider a mailbox with
 * other characters belongs to another owner.
 */
function plainAddress(email: string | undefined): string | undefined {
  const isPlain = email !== undefined && email.normalize('NFKC') === email && !/\p{C}/u.test(email)
  return isPlain ? email : undefined
}

function nameIn(claims: Claims, claim: string): string | undefined {
  return Name.safeParse(claims[claim]).data
}

/** Accepts a single string, as some providers send one group, and an object, whose names are the roles (Zitadel). */
function textsIn(claim: unknown): string[] {
  if (isClaims(claim)) return Object.keys(claim)
  const all: unknown[] = Array.isArray(claim) ? claim : [claim]
  return all.filter((one) => typeof one === 'string')
}

/**
 * Returns the highest mapped role, else the default one. Without any mapped role the user keeps the current role. The super
 * user's role is never assigned or removed.
 */
export function roleFrom(
  groups: readonly string[],
  current: number | undefined,
  config: { readonly roleId: number; readonly groups: readonly GroupMapping[] },
): number {
  if (current === SUPERUSER) return current
  const mapped = config.groups.filter((mapping) => mapping.roleId !== undefined)
  if (current !== undefined && mapped.length === 0) return current
  const roles = mapped.filter(({ group }) => groups.includes(group)).flatMap(({ roleId }) => roleId ?? [])
  return (
    roles.reduce<number | undefined>(
      (highest, one) => (highest === undefined || outranks(one, highest) ? one : highest),
      undefined,
    ) ?? config.roleId
  )
}

/**
 * Returns the tenant of the first matching mapping. Undefined keeps the tenant; null removes the user from the tenant named
 * `current`, which they joined through a group.
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

/** A mapped team or org unit, and whether the user is a member by their groups. */
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

/** Path of the web app that receives the provider's redirect. */
const CALLBACK_PATH = '/sign-in/sso'

/** Whether the provider may redirect the browser to this address. */
export function isRedirectAllowed(redirectUri: string, allowed: readonly string[] | undefined): boolean {
  if (allowed) return allowed.includes(redirectUri)
  const url = URL.parse(redirectUri)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  return url.href === `${url.origin}${CALLBACK_PATH}`
}

/** Returns the provider's answer as a URL at the requested redirect address; undefined when it is for another address. */
export function answerAt(redirectUri: string, callback: string): URL | undefined {
  const came = URL.parse(callback)
  const asked = new URL(redirectUri)
  if (!came || came.origin !== asked.origin || came.pathname !== asked.pathname) return undefined
  asked.search = came.search
  return asked
}
