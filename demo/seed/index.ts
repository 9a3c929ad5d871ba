// Fills the database of the demo through the API, as people would.
import { ask, createClient, type Client } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { ANNA } from '../account.ts'
import { makeChats } from './chats.ts'
import { makeDatasources } from './datasources.ts'
import { makeLibrary } from './library.ts'
import { makePeople } from './people.ts'

/** What the parts of the seed share. */
export interface Seeding {
  readonly client: Client
  /** Asks a question in a tab and waits for the answer's end. */
  say(tabId: number, prompt: string, more?: { compareId?: string }): Promise<void>
  /** Returns the default model and tag of the model whose name begins like this. */
  modelOf(name: string): { defaultModelId: number; defaultModelTagId: number }
}

/** Creates everything that the demo shows. Runs once, on an empty installation. */
export async function seed(baseUrl: string): Promise<void> {
  const body = { userName: ANNA.email, userPassword: ANNA.password }
  const { data, meta } = await createClient({ baseUrl }).call(contract.auth.authenticate, { body })
  const client = createClient({ baseUrl, token: () => data.access_token })
  await client.call(contract.projects.ensureDefault, { params: { id: meta.userId }, body: {} })
  await prepareAnna(client, meta.userId)
  const seeding = await seedingWith(client)
  const { team } = await makePeople(seeding)
  const sources = await makeDatasources(seeding, team)
  const library = await makeLibrary(seeding, team)
  const project = await makeChats(seeding, { team, ...sources, ...library })
  // The tour leads there.
  await set(client, meta.userId, 'defaultProject', String(project))
}

/** Names the super user. The guide to the first steps and the news would cover what the demo shows. */
async function prepareAnna(client: Client, id: number): Promise<void> {
  const { firstName, lastName } = ANNA
  await client.call(contract.users.update, { params: { id }, body: { firstName, lastName } })
  await set(client, id, 'firstSteps', 'hidden')
  await set(client, id, 'whatsNewScreen', '1.0.0')
}

const set = (client: Client, id: number, settingName: string, settingValue: string) =>
  client.call(contract.settings.setByName, { params: { id }, body: { settingName, settingValue } })

async function seedingWith(client: Client): Promise<Seeding> {
  const { Models } = (await client.call(contract.models.list)).data
  const tags = Models.flatMap((model) => model.tags)
  const tagOfTab = new Map<number, number>()
  return {
    client,
    modelOf(name) {
      const tag = tags.find(({ fullName }) => fullName.startsWith(name))
      if (!tag) throw new Error(`The demo's model server has no ${name}`)
      return { defaultModelId: tag.modelId, defaultModelTagId: tag.id }
    },
    async say(tabId, prompt, { compareId } = {}) {
      const tag = tagOfTab.get(tabId) ?? (await tagOf(client, tabId))
      tagOfTab.set(tabId, tag)
      const payload = { projectTabId: tabId, prompt, language: 'en', ...(compareId ? { compareId } : {}) }
      for await (const { event } of ask(client, tag, payload))
        if (event.type === 'error') throw new Error(`“${prompt}” was not answered: ${event.errorMessage}`)
    },
  }
}

async function tagOf(client: Client, id: number): Promise<number> {
  return (await client.call(contract.tabs.get, { params: { id } })).data.projecttab.defaultModelTagId
}
