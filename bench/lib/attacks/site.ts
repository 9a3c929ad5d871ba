// The built product with its default limits: the super user, a victim, a guest who attacks, and further users on demand.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import { startProduct, type Product } from '../../../apps/server/test/product.ts'

export const PASSWORD = 'Ein-guter-Satz-42'
export const GUEST = 6
export const STAFF = 4

export interface Person {
  readonly id: number
  readonly email: string
  readonly client: Client
  readonly token: string
  readonly projectId: number
  readonly tabId: number
}

export interface Site {
  readonly product: Product
  readonly admin: Person
  /** The user who works while the attack runs. */
  readonly victim: Person
  readonly attacker: Person
  /** Creates one more user with a project and a tab. */
  person(name: string, roleId: number): Promise<Person>
}

/** Starts the product on a new data directory with its default limits. */
export async function openSite(env: Record<string, string> = {}, more: object = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-attacks-'))
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify({ session: { accessMinutes: 600 }, ...more }))
  const product = await startProduct({ env: { POLYLOGUE_CONFIG: config, ...env } })
  process.once('exit', () => void product.kill())
  const key = /#key=(.+)$/.exec(product.setUpUrl ?? '')?.[1] ?? ''
  const email = 'anna@example.org'
  const body = { key, firstName: 'Anna', lastName: 'Schulz', email, password: PASSWORD }
  const { data } = await createClient({ baseUrl: product.url }).call(contract.auth.setUp, { body })
  const admin = await withTab(product.url, 1, email, data.access_token)
  const person = (name: string, roleId: number) => newPerson(product.url, admin.client, name, roleId)
  return {
    product,
    admin,
    victim: await person('Vera', STAFF),
    attacker: await person('Gustav', GUEST),
    person,
  }
}

async function newPerson(url: string, admin: Client, firstName: string, roleId: number): Promise<Person> {
  const email = `${firstName.toLowerCase()}@example.org`
  const { data: made } = await admin.call(contract.users.create, {
    body: { firstName, lastName: 'Person', email, roleId },
  })
  const first = await signIn(url, email, made.oneTimePassword ?? '')
  await createClient({ baseUrl: url, token: () => first }).call(contract.auth.changePassword, {
    params: { id: made.user.id },
    body: { oldPassword: made.oneTimePassword ?? '', newPassword: PASSWORD },
  })
  return withTab(url, made.user.id, email, await signIn(url, email, PASSWORD))
}

export async function signIn(url: string, userName: string, userPassword: string): Promise<string> {
  const signedOut = createClient({ baseUrl: url })
  const { data } = await signedOut.call(contract.auth.authenticate, { body: { userName, userPassword } })
  return data.access_token
}

async function withTab(url: string, id: number, email: string, token: string): Promise<Person> {
  const client = createClient({ baseUrl: url, token: () => token })
  const { data } = await client.call(contract.projects.create, { body: { name: 'Work' } })
  const tab = await client.call(contract.tabs.create, { params: { id: data.project.id }, body: {} })
  return { id, email, client, token, projectId: data.project.id, tabId: tab.data.projecttab.id }
}

export const headersOf = ({ token }: Person): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'x-requested-with': 'XMLHttpRequest',
  'content-type': 'application/json',
})
