// A copied token of the super user tries to outlive its deletion (TOKEN-2).
import { contract } from '@polylogue/contract'
import type { Attack } from './attack.ts'
import { openSite, PASSWORD, type Site } from './site.ts'

export const copiedToken: Attack = {
  what: 'a copied token of the super user, and one of the company, change accounts, passwords, tokens, sessions',
  open: () => openSite(),
  async run(site, told) {
    const { data: own } = await site.admin.client.call(contract.apitokens.saveOfUser, {
      params: { userId: 1 },
      body: { name: 'Copied' },
    })
    const { data: company } = await site.admin.client.call(contract.apitokens.saveOfCompany, {
      params: { companyId: 1 },
      body: { name: 'Copied' },
    })
    const values = { 'own token': own.value ?? '', 'company token': company.value ?? '' }
    const got: string[] = []
    for (const [which, value] of Object.entries(values))
      for (const [what, method, path, body] of tries(site)) {
        const status = await call(site, value, method, path, body)
        if (status !== 403) got.push(`${which}: ${what} answered ${status}`)
      }
    told(`${tries(site).length} calls with each of two tokens, ${got.length} of them not answered 403`)
    return got
  },
}

/** The credential is checked before the session is looked up, so this session need not exist. */
const SESSION = '01890000-0000-7000-8000-000000000000'

type Try = readonly [what: string, method: string, path: string, body?: object]

const tries = ({ victim, attacker }: Site): readonly Try[] => [
  ['an administrator is made', 'POST', 'users', account('eve@example.org', 3)],
  ['an account is made', 'POST', 'users', account('mallory@example.org', 4)],
  ['a password is set', 'PUT', `users/${victim.id}`, { password: 'Another-Satz-4711' }],
  ['a role is raised', 'PUT', `users/${attacker.id}`, { roleId: 3 }],
  ['an account is closed', 'PUT', `users/${victim.id}`, { account: { canUseUi: false } }],
  ['a name is changed', 'PUT', `users/${victim.id}`, { firstName: 'Eve' }],
  [
    'one’s own password',
    'POST',
    'users/1/password',
    { oldPassword: PASSWORD, newPassword: 'A-new-Satz-4711' },
  ],
  ['a token is made', 'POST', 'users/1/apitokens', { name: 'Second' }],
  ['a company token is made', 'POST', 'companies/1/apitokens', { name: 'Second' }],
  ['a token is deleted', 'DELETE', 'users/1/apitokens/1'],
  ['a company token is deleted', 'DELETE', 'companies/1/apitokens/2'],
  ['a session of another person is ended', 'DELETE', `users/${victim.id}/sessions/${SESSION}`],
  ['every session of another person is ended', 'DELETE', `users/${victim.id}/sessions`],
  ['every session of one’s own is ended', 'DELETE', 'users/1/sessions'],
  ['signing out', 'GET', 'auth/logout'],
  ['a group is made', 'POST', 'contexts', { typeId: 3, name: 'Eve’s' }],
  ['a member is added to a group', 'PUT', `contexts/1/${attacker.id}`, {}],
  ['a group is deleted', 'DELETE', 'contexts/1'],
  ['a picture is removed', 'DELETE', `users/${victim.id}/profilepic`],
  ['an account is deleted', 'DELETE', `users/${victim.id}`],
]

const account = (email: string, roleId: number) => ({
  firstName: 'Eve',
  lastName: 'Person',
  email,
  roleId,
  password: 'Ein-anderer-Satz-42',
})

async function call(
  { product }: Site,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const reply = await fetch(`${product.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  await reply.arrayBuffer()
  return reply.status
}
