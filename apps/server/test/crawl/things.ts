// Makes what the calls of the crawl are aimed at: the owner's items, shared with the viewers of each level.
import { contract, type Project } from '@polylogue/contract'
import { storeMessage } from '../messages.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { datasourceOf, type DatasourceThings } from './datasource-things.ts'
import {
  announcementOf,
  CANARY,
  chatbotThings,
  type ChatbotThing,
  custinstOf,
  goldensetOf,
  ideaOf,
  promptOf,
  publicationOf,
  sharesOf,
  tokensOf,
} from './item-things.ts'
import type { ModelsWorld, ModelThings } from './models-things.ts'

/** The targets of calls. Standing things are for refused viewers; viewers who may change something get fresh ones. */
export interface Things extends ModelThings, DatasourceThings {
  readonly project: { id: number; context: { id: number } }
  /** The context of a project in the recycle bin. */
  readonly binnedId: number
  readonly custinst: { id: number; context: { id: number } }
  readonly prompt: { id: number; context: { id: number } }
  readonly goldenset: { id: number; context: { id: number } }
  /** An ended run of the golden set. */
  readonly goldenRunId: number
  readonly ideaId: number
  /** A banner for the team. */
  readonly announcementId: number
  readonly tabId: number
  readonly secondTabId: number
  readonly messageId: number
  readonly compareId: string
  /** A team with the reader, the writer (may edit) and the admin (may delete) of the item. */
  readonly groupId: number
  /** A request of the owner to publish the prompt to the team. */
  readonly publicationId: number
  /** A staff member who owns nothing. */
  readonly person: { id: number; contextId: number }
  /** A token of the owner, and a company token that the super user created. */
  readonly tokenId: number
  readonly companyTokenId: number
  /** Links of the owner to the tab: for signed-in people, and for anybody; each shows a file. */
  readonly shareId: number
  readonly chatbot: ChatbotThing
  /** A visitor’s question in its inbox. */
  readonly visitorMessageId: number
  readonly peoplesHash: string
  readonly anybodysHash: string
}

type Kind = 'standing' | 'fresh'

interface Making {
  readonly app: TestApp
  readonly models: ModelsWorld
  /** The owner of all things, signed in. */
  owner(): Promise<TestUser>
  superUser(): TestUser
  /** Shares an item with the viewers of each level. */
  shareAll(item: { context: { id: number } }): Promise<void>
  /** Makes a group that the owner owns. */
  group(): Promise<number>
}

type Known = Pick<Things, 'datasource' | 'tabId' | 'groupId'>
type Maker = (making: Making, owner: TestUser, kind: Kind, known: Known) => Promise<Partial<Things>>

/** Each makes the things that belong together. `known` has what was made before. */
const MAKERS: readonly Maker[] = [
  async ({ app, shareAll }, owner, kind) => {
    const made = await datasourceOf(app, owner, { kind, canary: CANARY })
    await shareAll(made.datasource)
    return made
  },
  makeProject,
  async ({ app, shareAll }, owner, kind) => {
    const custinst = await custinstOf(app, owner, kind)
    await shareAll(custinst)
    return { custinst }
  },
  async ({ app, shareAll, group }, owner) => {
    const prompt = await promptOf(owner)
    await shareAll(prompt)
    const groupId = await group()
    return { prompt, groupId, publicationId: await publicationOf(app, owner, prompt, groupId) }
  },
  async ({ app }, _, kind, { groupId }) => ({
    announcementId: await announcementOf(app, groupId, kind),
  }),
  ({ app, shareAll }, owner, kind) => goldensetOf(app, owner, kind, shareAll),
  async ({ app }) => {
    const { id, contextId } = await app.deps.user()
    return { person: { id, contextId } }
  },
  async ({ app }, owner, kind) => ({ ideaId: await ideaOf(app, owner, kind) }),
  ({ app, superUser }, owner, kind) => tokensOf(app, owner, superUser(), kind),
  (making, owner, kind, { tabId }) => sharesOf(making.app, owner, tabId, kind),
  ({ app, shareAll }, owner, kind, { tabId }) => chatbotThings(app, owner, tabId, kind, shareAll),
  ({ models }, _, kind) => models.things(kind),
  async ({ app, shareAll }, owner) => {
    const project = await app.deps.project(owner, { name: `Deleted ${CANARY}` })
    await shareAll(project)
    await owner.client.call(contract.projects.remove, { params: { id: project.id } })
    return { binnedId: project.context.id }
  },
]

/** The message says that its data source has nothing about its question. */
async function makeProject(
  { app, shareAll }: Making,
  owner: TestUser,
  _: Kind,
  { datasource }: Known,
): Promise<Partial<Things>> {
  const project: Project = await app.deps.project(owner, { name: `Project ${CANARY}`, type: 2 })
  const tab = await app.deps.tab(owner, project, { name: `Tab ${CANARY}` })
  const second = await app.deps.tab(owner, project, { name: `Second ${CANARY}` })
  const compareId = crypto.randomUUID()
  const messageId = await storeMessage(app.db, {
    tabId: tab.id,
    userId: owner.id,
    query: `Question ${CANARY}`,
    response: `Answer ${CANARY}`,
  })
  await app.db.pool.query('UPDATE messages SET compare_id = $2, statistics = $3 WHERE id = $1', [
    messageId,
    compareId,
    { notices: [{ code: 'DATASOURCE_EMPTY', params: { datasourceId: datasource.id } }] },
  ])
  await shareAll(project)
  return { project, tabId: tab.id, secondTabId: second.id, messageId, compareId }
}

/** Creates the permanent things, and returns them with a function that creates some of them again. */
export async function openThings(making: Making): Promise<{
  readonly standing: Things
  fresh(wanted: ReadonlySet<string>): Promise<Things>
}> {
  const names = new Map<Maker, string[]>()
  let standing = {} as Things
  for (const make of MAKERS) {
    const made = await make(making, await making.owner(), 'standing', standing)
    names.set(make, Object.keys(made))
    standing = { ...standing, ...made }
  }
  return {
    standing,
    async fresh(wanted) {
      const owner = await making.owner()
      let things = standing
      for (const [make, made] of names)
        if (made.some((name) => wanted.has(name)))
          things = { ...things, ...(await make(making, owner, 'fresh', things)) }
      return things
    },
  }
}

/** Returns the names of the things that `use` reads. */
export function thingsUsed(standing: Things, use: (things: Things) => unknown): ReadonlySet<string> {
  const names = new Set<string>()
  use(
    new Proxy(standing, {
      get(things, name, receiver) {
        names.add(String(name))
        return Reflect.get(things, name, receiver) as unknown
      },
    }),
  )
  return names
}
