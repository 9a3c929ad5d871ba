// An attacker registers with a victim's e-mail address and waits until the victim signs in through single sign-on.
import { contract } from '@polylogue/contract'
import { ApiProblem, createClient } from '@polylogue/client'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  identityProvider,
  type IdentityProvider,
} from '../../../apps/server/test/identity-provider.ts'
import type { Attack } from './attack.ts'
import { openSite, PASSWORD, signIn, type Site } from './site.ts'

/** In one attack, which takes a second, another person makes twenty calls: too few for a p95. Five meet the limit of attempts. */
const ROUNDS = 4
const CALLBACK = 'http://127.0.0.1:5173/sign-in/sso'
let idp: IdentityProvider

export const linkedAccount: Attack = {
  what: 'an address is registered before its owner signs in by single sign-on; an unverified one is claimed',
  async open() {
    idp = await identityProvider()
    const sso = {
      name: 'The university',
      issuer: idp.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      linkByEmail: true,
    }
    return openSite({}, { allowSignUp: true, sso })
  },
  async run(site, told) {
    const through: string[] = []
    for (let round = 1; round <= ROUNDS; round++)
      through.push(...(await attack(site, `ada${round}`, (line) => told(`${round}: ${line}`))))
    await idp.close()
    return through
  },
}

async function attack(site: Site, name: string, told: (line: string) => void): Promise<string[]> {
  const address = `${name}@uni.example`
  const body = { firstName: 'Ada', lastName: 'Lovelace', email: address, password: PASSWORD }
  await createClient({ baseUrl: site.product.url }).call(contract.auth.register, {
    body: { ...body, password2: PASSWORD },
  })
  const session = await signIn(site.product.url, address, PASSWORD)
  const owner = await throughSso(site, `subject-of-${name}`, address)
  const kept = await reads(site, session, owner)
  const password = await signIn(site.product.url, address, PASSWORD).then(
    (token) => reads(site, token, owner),
    () => false,
  )
  const unverified = await throughSso(site, `eve-of-${name}`)
  const second = await throughSso(site, `another-of-${name}`, address)
  told(`the owner came to account ${owner}; unverified: ${unverified}; a second subject: ${second}`)
  return [
    ...(kept ? ['the session of the person who registered reads the owner’s account'] : []),
    ...(password ? ['the password of the person who registered opens the owner’s account'] : []),
    ...(typeof unverified === 'number' ? ['somebody was let in by an unverified address'] : []),
    ...(typeof second === 'number' && second === owner ? ['a second subject came to the account'] : []),
  ]
}

/** Returns the account of the session, or the error code. Without a verified address, an unverified one is claimed. */
async function throughSso(site: Site, sub: string, verified?: string): Promise<number | string> {
  const signedOut = createClient({ baseUrl: site.product.url })
  idp.person = {
    sub,
    email: verified ?? `${sub}@uni.example`,
    email_verified: verified !== undefined,
    groups: [],
    given_name: 'Ada',
    family_name: 'Lovelace',
  }
  try {
    const { data } = await signedOut.call(contract.auth.ssoBegin, { body: { redirectUri: CALLBACK } })
    const callback = await idp.visit(data.url)
    const { meta } = await signedOut.call(contract.auth.ssoFinish, { body: { key: data.key, callback } })
    return meta.userId
  } catch (error) {
    if (error instanceof ApiProblem) return error.code
    throw error
  }
}

/** Returns whether a session belongs to an account: only its owner can list its tokens. */
async function reads({ product }: Site, token: string, account: number | string): Promise<boolean> {
  if (typeof account !== 'number') return false
  const reply = await fetch(`${product.url}/api/v1/users/${account}/apitokens`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await reply.arrayBuffer()
  return reply.ok
}
