// A further person of an installation, with a tab of their own.
import { contract } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import type { Installation } from './installation.ts'

const PASSWORD = 'Ein-guter-Satz-42'

export interface Person {
  readonly client: Client
  readonly token: string
  readonly projectId: number
  readonly tabId: number
}

/** Creates a person, signs them in, and creates a tab for them. */
export async function newPerson({ product, client }: Installation, index: number): Promise<Person> {
  const email = `person${index}@example.org`
  const body = { firstName: 'Petra', lastName: `Person ${index}`, email }
  const { data: made } = await client.call(contract.users.create, { body })
  const oldPassword = made.oneTimePassword ?? ''
  const first = await signIn(product.url, email, oldPassword)
  await first.client.call(contract.auth.changePassword, {
    params: { id: made.user.id },
    body: { oldPassword, newPassword: PASSWORD },
  })
  const session = await signIn(product.url, email, PASSWORD)
  const { data } = await session.client.call(contract.projects.create, { body: { name: 'Bench' } })
  const projectId = data.project.id
  const tab = await session.client.call(contract.tabs.create, { params: { id: projectId }, body: {} })
  return { ...session, projectId, tabId: tab.data.projecttab.id }
}

async function signIn(baseUrl: string, userName: string, userPassword: string) {
  const { data } = await createClient({ baseUrl }).call(contract.auth.authenticate, {
    body: { userName, userPassword },
  })
  return {
    token: data.access_token,
    client: createClient({ baseUrl, token: () => data.access_token }),
  }
}
