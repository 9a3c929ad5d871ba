// The product that the test files of a worker share: starting one and compiling its code cost seconds of CPU.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@polylogue/contract'
import { ApiProblem, createClient, type Client } from '@polylogue/client'
import { newDataDir, startProduct, type Product } from '../apps/server/test/product.ts'
import { annasSession, type Session } from './anna.ts'

export interface Borrowed {
  product: Product
  /** Anna's. */
  session: Session
  /** Removes the other people, Anna's items and tokens and the models, and restores her settings. */
  handBack(): Promise<void>
}

// It lives until its worker ends; after a failed test Playwright starts a new worker.
let started: Promise<Product> | undefined

/** Starts the product, or takes the one of the file before, and connects it with the model server at `modelsUrl`. */
export async function borrowProduct(modelsUrl: string): Promise<Borrowed> {
  const product = await (started ??= start())
  const session = annasSession(product.dataDir)
  const client = createClient({ baseUrl: product.url, token: () => session.access })
  const { data } = await client.call(contract.providers.create, {
    body: { kind: 'openai', addresses: [modelsUrl] },
  })
  const settings = await settingsOf(client, session.userId)
  const belongings = await belongingsOf(client, session.userId)
  return {
    product,
    session,
    async handBack() {
      await removePeople(client, session.userId)
      for (const kind of ITEMS) await removeAll(client, session.userId, kind)
      await client.call(contract.bin.empty)
      await requireNothingLeft(client, session.userId, belongings)
      await restore(client, session.userId, settings)
      await removeNotifications(client, session.userId)
      await client.call(contract.providers.remove, { params: { id: data.provider.id } })
    },
  }
}

/** A model that the shared product takes for one without streaming. */
export const STREAMLESS = 'streamless'

async function start(): Promise<Product> {
  const dataDir = await newDataDir(process.env['TEST_ANNAS_DATABASE'])
  writeFileSync(path.join(dataDir, 'config.json'), JSON.stringify({ nonStreamingModels: [STREAMLESS] }))
  return startProduct({ dataDir })
}

interface Kind {
  /** Ids of a page of them. */
  list(client: Client, userId: number): Promise<number[]>
  remove(client: Client, id: number, userId: number): Promise<unknown>
}

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

const ITEMS: readonly Kind[] = [
  {
    list: async (client, id) =>
      idsOf((await client.call(contract.chatbots.list, { params: { id } })).data.ChatBots),
    remove: (client, id) => client.call(contract.chatbots.remove, { params: { id } }),
  },
  {
    list: async (client, id) =>
      idsOf(
        (await client.call(contract.projects.list, { params: { id }, query: { archived: 'all' } })).data
          .Projects,
      ),
    remove: (client, id) => client.call(contract.projects.remove, { params: { id } }),
  },
  {
    list: async (client) => idsOf((await client.call(contract.prompts.list)).data.Prompts),
    remove: (client, id) => client.call(contract.prompts.remove, { params: { id } }),
  },
  {
    async list(client) {
      const { CustomInstructionsWho, CustomInstructionsRespond } = (
        await client.call(contract.custinsts.list)
      ).data
      return idsOf([...CustomInstructionsWho, ...CustomInstructionsRespond])
    },
    remove: (client, id) => client.call(contract.custinsts.remove, { params: { id } }),
  },
  {
    list: async (client) => idsOf((await client.call(contract.goldensets.list)).data.GoldenSets),
    remove: (client, id) => client.call(contract.goldensets.remove, { params: { id } }),
  },
  {
    list: async (client) => idsOf((await client.call(contract.datasources.list)).data.datasources),
    remove: (client, id) => client.call(contract.datasources.remove, { params: { id } }),
  },
  {
    list: async (client) => idsOf((await client.call(contract.apitokens.own)).data.ApiTokens),
    remove: (client, id, userId) => client.call(contract.apitokens.removeOfUser, { params: { userId, id } }),
  },
  {
    list: async (client) => idsOf((await client.call(contract.apitokens.ofTheCompany)).data.ApiTokens),
    remove: (client, id) => client.call(contract.apitokens.removeOfCompany, { params: { companyId: 1, id } }),
  },
]

/** Removes all items of a kind, page by page. */
async function removeAll(client: Client, userId: number, kind: Kind): Promise<void> {
  const ids = await kind.list(client, userId).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'NONE_FOUND') return []
    throw error
  })
  for (const id of ids) await kind.remove(client, id, userId)
  if (ids.length > 0) await removeAll(client, userId, kind)
}

/** Returns how many items of each noun and groups Anna has, like `2 prompts`. */
async function belongingsOf(client: Client, id: number): Promise<string[]> {
  const { items, groups } = (await client.call(contract.users.belongings, { params: { id } })).data.Belongings
  return [...items, { name: 'groups', count: groups }].map(({ name, count }) => `${count} ${name}`)
}

/** Throws when the next file would see what this one has made: a new noun needs an entry in `ITEMS`. */
async function requireNothingLeft(client: Client, id: number, earlier: readonly string[]): Promise<void> {
  const left = (await belongingsOf(client, id)).filter((count) => !earlier.includes(count))
  if (left.length > 0) throw new Error(`The shared product keeps what this file made: ${left.join(', ')}`)
}

async function removePeople(client: Client, except: number): Promise<void> {
  const { Users } = (await client.call(contract.users.list)).data
  for (const { id } of Users)
    if (id !== except)
      await client.call(contract.users.remove, { params: { id }, query: { items: 'delete' } })
}

/** Deletes all threads; what is told while the next file runs is of that file. */
async function removeNotifications(client: Client, userId: number): Promise<void> {
  const params = { userId }
  const { notifications } = (await client.call(contract.notifications.list, { params, query: {} })).data
  for (const id of new Set(notifications.map(({ rootId }) => rootId)))
    await client.call(contract.notifications.remove, { params: { userId, id } })
  if (notifications.length > 0) await removeNotifications(client, userId)
}

type StoredSettings = ReadonlyMap<string, { value: string; validUntil: string }>

async function settingsOf(client: Client, id: number): Promise<StoredSettings> {
  const { Settings } = (await client.call(contract.settings.list, { params: { id } })).data
  return new Map(Settings.map(({ name, value, validUntil }) => [name, { value, validUntil }]))
}

/** The end of what was not stored before: a setting that is not valid any more counts as not stored. */
const OVER = '1970-01-01'

/** Restores what was stored. A default in place of nothing would win over what the browsers of the next file remember. */
async function restore(client: Client, id: number, earlier: StoredSettings): Promise<void> {
  for (const [settingName, now] of await settingsOf(client, id)) {
    const { value, validUntil } = earlier.get(settingName) ?? { value: now.value, validUntil: OVER }
    if (value === now.value && validUntil === now.validUntil) continue
    const body = { settingName, settingValue: value, settingValidUntil: validUntil }
    await client.call(contract.settings.setByName, { params: { id }, body })
  }
  const left = await settingsOf(client, id)
  const isSame = ([name, { value }]: [string, { value: string }]) => earlier.get(name)?.value === value
  const others = [...left].filter((setting) => !isSame(setting)).map(([name]) => name)
  if (others.length > 0 || left.size !== earlier.size)
    throw new Error(`The shared product keeps settings of this file: ${others.join(', ')}`)
}
