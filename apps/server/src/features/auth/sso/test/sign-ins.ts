// Sign-ins at the identity provider of the tests, for the tests of several files.
import { expect } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, type IdentityProvider } from '#test/identity-provider.ts'
import { knock, PASSWORD, type Installation } from '../../test/installation.ts'

export const CALLBACK = 'http://127.0.0.1:5173/sign-in/sso'
export const failed = (reason: RegExp) => ({
  code: 'SSO_FAILED',
  status: 401,
  message: expect.stringMatching(reason),
})

export function signInsAt(given: () => { idp: IdentityProvider; on: Installation }) {
  const options = (more: object = {}) => ({
    admin: { email: 'super@example.org', password: PASSWORD },
    file: {
      tenants: ['North', 'South'],
      sso: {
        name: 'The university',
        issuer: given().idp.issuer,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        groups: [
          { group: 'physics', context: 'Physics', roleId: 8 },
          { group: 'admins', context: 'Staff', type: 'orgUnit', roleId: 3 },
          { group: 'lab', context: 'Physics' },
          { group: 'north', tenant: 'North' },
        ],
        ...more,
      },
    },
  })

  let count = 0
  /** A user who is signed in at the provider. */
  const somebody = (claims: object = {}) => {
    const sub = `subject-${++count}`
    const names = { given_name: 'Ada', family_name: 'Lovelace' }
    given().idp.person = {
      sub,
      email: `${sub}@uni.example`,
      email_verified: true,
      groups: [],
      ...names,
      ...claims,
    }
    return given().idp.person as { sub: string; email: string }
  }
  // Uses a new address for each sign-in, so that failures of one test do not limit another.
  const anywhere = () => ({ address: `198.51.100.${++count % 250}` })
  const begin = (to = CALLBACK, at = given().on) =>
    knock(at.auth, 'ssoBegin', { body: { redirectUri: to } }, anywhere())
  const finish = (key: string, callback: string, at = given().on, facts: object = anywhere()) =>
    knock(at.auth, 'ssoFinish', { body: { key, callback } }, facts)
  const signIn = async (at = given().on) => {
    const { url, key } = await begin(CALLBACK, at)
    return finish(key, await given().idp.visit(url), at)
  }
  const groupsOf = async (userId: number) => {
    const { rows } = await given().on.db.pool.query<{ name: string }>(
      `SELECT c.name FROM contexts c JOIN associations a ON a.context_id = c.id
      JOIN users u ON u.context_id = a.assoc_context_id WHERE u.id = $1 ORDER BY 1`,
      [userId],
    )
    return rows.map(({ name }) => name)
  }
  return { options, somebody, begin, finish, signIn, groupsOf }
}
