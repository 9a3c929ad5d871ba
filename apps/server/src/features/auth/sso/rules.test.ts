import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configFileSchema, publicConfig } from '#config-file.ts'
import { ConfigError, readConfig } from '#config.ts'
import {
  contextsFrom,
  hasGroupsElsewhere,
  identityOf,
  isIncomplete,
  isRedirectAllowed,
  roleFrom,
  tenantFrom,
  withUserInfo,
  type ClaimRules,
} from './rules.ts'

const SSO = { name: 'SSO', issuer: 'https://login.example.org', clientId: 'polylogue' }

describe('the SSO configuration', () => {
  test.each([
    ['a remote issuer without TLS', { issuer: 'http://login.example.org' }],
    ['an issuer that is not a URL', { issuer: 'login.example.org' }],
    ['scopes without openid', { scopes: 'email profile' }],
    ['the super user’s role for a group', { groups: [{ group: 'a', roleId: 1 }] }],
    ['an administrator’s role for everybody', { roleId: 3 }],
    ['a tenant that is not configured', { groups: [{ group: 'a', tenant: 'North' }] }],
    ['an unknown key', { secret: 'x' }],
  ])('refuses %s', (_, more) => {
    expect(configFileSchema.safeParse({ sso: { ...SSO, ...more } }).success).toBe(false)
    expect(configFileSchema.safeParse({ sso: SSO }).success).toBe(true)
  })

  test('reads the client secret from the environment and hides it from browsers', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'polylogue-sso-'))
    const secret = { POLYLOGUE_DATA_DIR: dataDir, POLYLOGUE_SSO_CLIENT_SECRET: 'a-client-secret' }
    expect(() => readConfig(secret, '1')).toThrow(ConfigError)
    writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ sso: { ...SSO, clientSecret: 'another' } }))
    const { file } = readConfig(secret, '1')
    expect(file.sso?.clientSecret).toBe('a-client-secret')
    expect(JSON.stringify(publicConfig(file, '1'))).not.toMatch(/a-client-secret|login\.example|"sso"/)
  })
})

const rules = (more: Partial<ClaimRules> = {}): ClaimRules => ({
  groupsClaim: 'groups',
  emailClaim: 'email',
  trustEmail: false,
  groups: true,
  ...more,
})

test('claims within a claim come from the user info, where the token does not have them', () => {
  const token = {
    sub: '1',
    realm_access: { verified: true },
    resource_access: { account: { roles: ['view'] } },
  }
  const userInfo = {
    realm_access: { roles: ['physics'], verified: false },
    resource_access: { account: { roles: ['all'] }, chat: { roles: ['staff'] } },
  }
  const claims = withUserInfo(token, userInfo)
  expect(claims['realm_access']).toEqual({ roles: ['physics'], verified: true })
  expect(identityOf('1', claims, rules({ groupsClaim: 'resource_access.chat.roles' })).groups).toEqual([
    'staff',
  ])
  expect(identityOf('1', claims, rules({ groupsClaim: 'resource_access.account.roles' })).groups).toEqual([
    'view',
  ])
})

test('only configured redirect addresses are allowed, or any when none are configured', () => {
  const allowed = ['https://chat.example.org/sign-in/sso']
  expect(isRedirectAllowed(allowed[0]!, allowed)).toBe(true)
  expect(isRedirectAllowed('https://other.example.org/sign-in/sso', allowed)).toBe(false)
  expect(isRedirectAllowed('https://other.example.org/sign-in/sso', undefined)).toBe(true)
})

describe('the role', () => {
  const groups = [
    { group: 'leads', type: 'team' as const, roleId: 8 },
    { group: 'admins', type: 'team' as const, roleId: 3 },
  ]
  test.each([
    [['leads', 'admins'], undefined, 3],
    [['leads'], 3, 8],
    [[], 3, 4],
    [[], undefined, 4],
    [['leads'], 1, 1],
    [[], 1, 1],
  ])('of a user in groups %j with role %s becomes %i', (inGroups, current, role) => {
    expect(roleFrom(inGroups, current, { roleId: 4, groups })).toBe(role)
  })

  test('stays the same when no mapped group has a role', () => {
    expect(roleFrom(['leads'], 3, { roleId: 4, groups: [{ group: 'leads', type: 'team' }] })).toBe(3)
  })
})

test('a tenant is set by a group, removed with it, and otherwise left unchanged', () => {
  const mappings = [
    { group: 'north', type: 'team' as const, tenant: 'North' },
    { group: 'south', type: 'team' as const, tenant: 'South' },
  ]
  expect(tenantFrom(['south', 'north'], undefined, mappings)).toBe('North')
  expect(tenantFrom([], 'South', mappings)).toBeNull()
  expect(tenantFrom([], 'East', mappings)).toBeUndefined()
  expect(tenantFrom([], undefined, mappings)).toBeUndefined()
})

test('one of several groups makes a member; a team and an org unit of the same name differ', () => {
  const mappings = [
    { group: 'a', type: 'team' as const, context: 'Physics' },
    { group: 'b', type: 'team' as const, context: 'Physics' },
    { group: 'c', type: 'orgUnit' as const, context: 'Physics' },
  ]
  expect(contextsFrom(['b'], mappings)).toEqual([
    { typeId: 3, name: 'Physics', isMember: true },
    { typeId: 2, name: 'Physics', isMember: false },
  ])
})

test.each([
  [{ given_name: 'Ada', family_name: 'Lovelace', name: 'x y' }, 'Ada', 'Lovelace'],
  [{ name: 'Ada King Lovelace' }, 'Ada', 'King Lovelace'],
  [{ name: 'Ada' }, 'Ada', 'Ada'],
  [{ preferred_username: 'ada' }, 'ada', 'ada'],
  [{ email: 'ada@example.org' }, 'ada', 'ada'],
  [{ name: ['x'], given_name: 'a\u0000b', family_name: 7 }, 'User', 'User'],
])('first and last name are taken from %j', (claims, firstName, lastName) => {
  expect(identityOf('s', claims, rules())).toMatchObject({ firstName, lastName })
})

test.each([
  ['Keycloak', { email_verified: true, preferred_username: 'ada', groups: ['/staff'] }, false, true],
  ['Authentik', { email_verified: false, groups: ['staff'] }, false, false],
  ['Google', { email_verified: true, hd: 'uni.example' }, false, true],
  ['Cognito', { email_verified: 'true', 'cognito:groups': ['staff'] }, false, true],
  ['Apple', { email_verified: 'true', is_private_email: 'true' }, false, true],
  ['Apple, not verified', { email_verified: 'false' }, true, false],
  ['Entra', { oid: 'a', preferred_username: 'ada@uni.example' }, false, false],
  ['Entra, trusted', { oid: 'a', preferred_username: 'ada@uni.example' }, true, true],
])('reads whether the address of %s is verified', (_, claims, trusts, verified) => {
  const identity = identityOf(
    '1',
    { email: 'ada@uni.example', name: 'Ada Lovelace', ...claims },
    rules({ trustEmail: trusts }),
  )
  expect(identity).toMatchObject({ email: 'ada@uni.example', firstName: 'Ada', emailVerified: verified })
})

test('believes who says that an address is not verified, whichever claim has it', () => {
  const claims = { preferred_username: 'ada@uni.example', email_verified: false }
  const trusting = rules({ emailClaim: 'preferred_username', trustEmail: true })
  expect(identityOf('1', claims, trusting).emailVerified).toBe(false)
  expect(identityOf('1', { preferred_username: 'ada@uni.example' }, trusting).emailVerified).toBe(true)
})

// The claims of ID tokens as the providers document them, without those that every token has.
const PROVIDERS = {
  Keycloak: {
    preferred_username: 'ada',
    given_name: 'Ada',
    family_name: 'Lovelace',
    name: 'Ada Lovelace',
    email_verified: true,
    realm_access: { roles: ['staff', 'offline_access'] },
    resource_access: { account: { roles: ['view-profile'] } },
    groups: ['/staff', '/physics/lab'],
  },
  Entra: {
    oid: '0f8fad5b-d9cb-469f-a165-70867728950e',
    tid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    ver: '2.0',
    name: 'Ada Lovelace',
    preferred_username: 'ada@uni.example',
    groups: ['d9428888-122b-11e1-b85c-61cd3cbb3210'],
    roles: ['Staff'],
  },
  Authentik: {
    name: 'Ada Lovelace',
    given_name: 'Ada Lovelace',
    nickname: 'ada',
    preferred_username: 'ada',
    email_verified: true,
    groups: ['staff', 'authentik Admins'],
  },
  Google: {
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    picture: 'https://example.org/a.png',
    hd: 'uni.example',
    email_verified: true,
  },
  Cognito: {
    'cognito:username': 'ada',
    'cognito:groups': ['staff'],
    given_name: 'Ada',
    family_name: 'Lovelace',
    email_verified: 'true',
    token_use: 'id',
  },
  Okta: {
    ver: 1,
    name: 'Ada Lovelace',
    preferred_username: 'ada@uni.example',
    given_name: 'Ada',
    family_name: 'Lovelace',
    zoneinfo: 'Europe/Berlin',
    email_verified: true,
    groups: ['Everyone', 'staff'],
  },
  Auth0: {
    nickname: 'ada',
    name: 'Ada Lovelace',
    picture: 'https://example.org/a.png',
    updated_at: '2026-01-02T03:04:05.678Z',
    email_verified: true,
    'https://chat.example.org/roles': ['staff'],
  },
  Zitadel: {
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    preferred_username: 'ada@uni.example',
    email_verified: true,
    'urn:zitadel:iam:org:project:roles': { staff: { 7: 'uni.example' }, lab: { 7: 'uni.example' } },
  },
} as const

test.each([
  ['Keycloak', 'groups', ['/staff', '/physics/lab'], true],
  ['Keycloak', 'realm_access.roles', ['staff', 'offline_access'], true],
  ['Keycloak', 'resource_access.account.roles', ['view-profile'], true],
  ['Keycloak', 'resource_access.other.roles', [], true],
  ['Entra', 'groups', ['d9428888-122b-11e1-b85c-61cd3cbb3210'], false],
  ['Entra', 'roles', ['Staff'], false],
  ['Authentik', 'groups', ['staff', 'authentik Admins'], true],
  ['Google', 'groups', [], true],
  ['Cognito', 'cognito:groups', ['staff'], true],
  ['Okta', 'groups', ['Everyone', 'staff'], true],
  ['Auth0', 'https://chat.example.org/roles', ['staff'], true],
  ['Zitadel', 'urn:zitadel:iam:org:project:roles', ['staff', 'lab'], true],
] as const)('reads the claims of %s, with the groups in %s', (provider, claim, groups, verified) => {
  const claims = { email: 'ada@uni.example', ...PROVIDERS[provider] }
  const identity = identityOf('1', claims, rules({ groupsClaim: claim }))
  expect(identity).toMatchObject({ email: 'ada@uni.example', emailVerified: verified, groups })
  expect(identity.firstName).toMatch(/^Ada/)
  expect(identity.lastName).toMatch(/Lovelace$/)
})

test.each([
  ['Keycloak', { trustEmail: false, groups: true }, false],
  ['Entra', { trustEmail: false, groups: true }, true],
  ['Entra', { trustEmail: true, groups: true }, false],
  ['Google', { trustEmail: false, groups: true }, true],
  ['Google', { trustEmail: false, groups: false }, false],
] as const)('the user info is asked for what the token of %s lacks of %j: %s', (provider, wanted, asks) => {
  expect(isIncomplete({ email: 'ada@uni.example', ...PROVIDERS[provider] }, rules(wanted))).toBe(asks)
})

// Entra ID, AD FS and Azure AD B2C without the claim `email`.
test.each([
  ['upn', { upn: 'ada@uni.example' }, {}, true],
  ['upn', { upn: 'ada@uni.example' }, { trustEmail: false }, false],
  ['preferred_username', { preferred_username: 'ada@uni.example' }, {}, true],
  ['emails', { emails: ['ada@uni.example', 'ada@home.example'] }, {}, true],
  ['urn:oid.mail', { 'urn:oid.mail': ['ada@uni.example'] }, {}, true],
  [
    'upn',
    { upn: 'ada@uni.example', email: 'eve@uni.example', email_verified: true },
    { trustEmail: false },
    false,
  ],
  [
    'upn',
    { upn: 'ada@uni.example', email: 'Ada@uni.example', email_verified: true },
    { trustEmail: false },
    true,
  ],
  ['email', { email: ['ada@uni.example'], email_verified: 'true' }, { trustEmail: false }, true],
  ['email', { upn: 'ada@uni.example', preferred_username: 'ada@uni.example' }, {}, undefined],
] as const)(
  'the address is read from the claim %s of %j with %j: verified %s',
  (emailClaim, claims, more, verified) => {
    const identity = identityOf('1', claims, rules({ emailClaim, trustEmail: true, ...more }))
    expect(identity).toMatchObject(
      verified === undefined ? { email: undefined } : { email: 'ada@uni.example', emailVerified: verified },
    )
  },
)

test.each([
  [{ _claim_names: { groups: 'src1' } }, true],
  [{ hasgroups: true }, true],
  [{ hasgroups: true, groups: ['a'] }, false],
  [{ _claim_names: { other: 'src1' } }, false],
])('groups that are left out because there are too many: %j %s', (claims, elsewhere) => {
  expect(hasGroupsElsewhere(claims, 'groups')).toBe(elsewhere)
})
