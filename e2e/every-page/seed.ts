// Test data of the every-page test: long names, and a tab for each state of an answer.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ask } from '@polylogue/client'
import { contract, type PromptPayload } from '@polylogue/contract'
import { openFixture, type Fixture } from '../fixture.ts'
import { makeDatasources } from './seed-datasources.ts'
import * as texts from './texts.ts'

const MODELS = [
  'llama3.3:70b-instruct-q4_K_M',
  'mistral-small:24b',
  'qwen3-30b-a3b-thinking',
  'llama-3.1-nemotron-ultra-253b-instruct-fp8',
]
const TABS = ['Angebotsvergleich', 'Abfragen', 'Eichrechtskonformität', 'Bieterfragen', 'Störungen'] as const
const LONG = 'Datenschutz-Folgenabschätzung Videoüberwachung Betriebshof'

export type TabName = (typeof TABS)[number]

export interface Seeded extends Fixture {
  /** URLs: a project with a tab for each answer state, one without messages, one without tabs, one with many. */
  at: {
    tab(name: TabName, dialog?: string): string
    empty: string
    bare: string
    crowded: string
    compared: string
    /** Groups page, with a group in the URL for a dialog. */
    group: string
    /** Tokens page, with a token in the URL. */
    token: string
    /** Page of custom instructions, with one in the URL. */
    custInst: string
    /** Page of saved prompts, with one in the URL. */
    prompt: string
    /** Page of a data source with documents of each state, and of a document at a passage. */
    datasource: string
    document: string
    /** Page of a golden set that was run, and of its run. */
    goldenSet: string
    goldenRun: string
    /** Page of the chatbots, with one in the URL; and what its visitors asked. */
    chatbot: string
    chatbotInbox: string
    /** Models page, with a tag of that run in the URL. */
    modelTag: string
  }
  /** Streams an answer in the empty tab until the returned function is called, which also removes it. */
  write(): Promise<() => Promise<void>>
}

type Script = NonNullable<Parameters<typeof openFixture>[0]['settings']>

export async function seed(): Promise<Seeded> {
  const script: Script = {}
  // Seeding can outlast the lifetime of a token on a slow machine: renews it, so that no page starts with an expired one.
  const file = join(await mkdtemp(join(tmpdir(), 'polylogue-config-')), 'config.json')
  await writeFile(file, JSON.stringify({ session: { accessMinutes: 240 } }))
  const fixture = await openFixture({ models: MODELS, settings: script, env: { POLYLOGUE_CONFIG: file } })
  const { client } = fixture
  const { data } = await client.call(contract.models.list)
  const tags = data.Models.flatMap((model) => model.tags)
  const defaultsOf = (name: string) => {
    const tag = tags.find(({ fullName }) => fullName.startsWith(name))
    if (!tag)
      throw new Error(`There is no model ${name} among ${tags.map(({ fullName }) => fullName).join()}`)
    return { defaultModelId: tag.modelId, defaultModelTagId: tag.id }
  }
  const llama = defaultsOf('llama3.3')
  const guide = { defaultModelId: 1, defaultModelTagId: 1 }

  const makeProject = async (name: string, description: string, type: number) =>
    (await client.call(contract.projects.create, { body: { name, description, type, ...llama } })).data
      .project.id
  const makeTab = async (id: number, name: string, defaults = llama) =>
    (await client.call(contract.tabs.create, { params: { id }, body: { name, ...defaults } })).data.projecttab
      .id

  /** Asks a question; with `after`, stops the answer after that number of text chunks. */
  const say = async (
    tab: number,
    prompt: string,
    how: Script & Partial<PromptPayload> & { stopAt?: number },
  ) => {
    const { stopAt, attachments, compareId, replacesQueryId, modelTagId, ...settings } = how
    tell(settings)
    const tag = modelTagId ?? llama.defaultModelTagId
    const payload = { projectTabId: tab, prompt, attachments, compareId, replacesQueryId, language: 'en' }
    const end = words(settings.text, stopAt)
    let text = ''
    let id = 0
    for await (const { queryId, event } of ask(client, tag, payload)) {
      id = queryId
      if (event.type !== 'text') continue
      text += event.text
      if (stopAt && text === end) await client.call(contract.answers.stop, { params: { id } })
    }
    return id
  }
  return { ...fixture, ...(await furnish()) }

  /** The script of the next answer. */
  function tell(settings: Script): void {
    for (const key of Object.keys(script)) Reflect.deleteProperty(script, key)
    Object.assign(script, settings)
  }

  async function furnish(): Promise<Pick<Seeded, 'at' | 'write'>> {
    const { userId: id } = JSON.parse(fixture.storage[0]?.value ?? '{}') as { userId: number }
    await client.call(contract.projects.ensureDefault, { params: { id }, body: {} })
    await makeProject('Archiv', '', 0)
    await makeProject(LONG, 'Rechtsgrundlagen, Speicherfristen und Betroffenenrechte.', 2)
    const bare = await makeProject('Betriebsrat', '', 2)
    const crowded = await makeProject('Leistungsverzeichnis', '', 2)
    for (let lot = 1; lot <= 12; lot++) await makeTab(crowded, `Leistungsbeschreibung Los ${lot}`)
    const main = await makeProject('Ausschreibung Ladeinfrastruktur', texts.DESCRIPTION, 2)
    const ids = new Map<string, number>()
    for (const name of TABS) ids.set(name, await makeTab(main, name, name === 'Bieterfragen' ? guide : llama))
    const empty = await makeTab(main, 'Zuschlag', defaultsOf('mistral'))
    const idOf = (name: TabName) => ids.get(name) ?? 0

    await say(idOf('Angebotsvergleich'), texts.FIRST, { text: texts.PROSE, attachments: texts.FILES })
    const compared = await say(idOf('Angebotsvergleich'), texts.SECOND, { text: 'One bid only.' })
    await say(idOf('Angebotsvergleich'), texts.SECOND, { text: texts.TABLE, replacesQueryId: compared })
    await say(idOf('Abfragen'), texts.CODE_QUESTION, { text: texts.CODE })
    await say(idOf('Eichrechtskonformität'), texts.THOUGHT_QUESTION, { text: texts.THOUGHT, think: 40 })
    await say(idOf('Bieterfragen'), 'How do I add a tab?', { modelTagId: guide.defaultModelTagId })
    await say(idOf('Störungen'), texts.FIRST, { text: texts.PROSE, rate: 200, stall: 30, stopAt: 30 })
    await say(idOf('Störungen'), texts.SECOND, {
      text: texts.PROSE,
      errorAt: 24,
      message: 'CUDA out of memory',
    })
    await client.call(contract.settings.setByName, {
      params: { id },
      body: { settingName: 'bookmarks', settingValue: JSON.stringify(texts.BOOKMARKS) },
    })
    const group = await makeGroups()
    const token = await makeTokens(id)
    const custInst = await makeCustInsts(idOf('Angebotsvergleich'))
    const prompt = await makePrompts()
    const sources = await makeDatasources(client, LONG)
    const golden = await makeGoldenSets()
    const chatbot = await makeChatbots(idOf('Angebotsvergleich'))
    const compareId = '6f1c2a34-9d0b-4c11-8f6e-2b7a51c0d9e3'
    for (const [name, text] of [
      ['Angebotsvergleich', texts.TABLE],
      ['Abfragen', texts.PROSE],
      ['Störungen', texts.CODE],
    ] as const)
      await say(idOf(name), texts.COMPARED, { text, compareId })
    return {
      at: {
        tab: (name, dialog) => `/projects/${main}?tab=${idOf(name)}${dialog ? `&dialog=${dialog}` : ''}`,
        empty: `/projects/${main}?tab=${empty}`,
        bare: `/projects/${bare}`,
        crowded: `/projects/${crowded}`,
        compared: `/projects/${main}?compare=${compareId}`,
        group: `/admin/context-management?group=${group}`,
        token: `/admin/token-management?token=${token}`,
        custInst: `/custinsts?custinst=${custInst}`,
        prompt: `/prompts?prompt=${prompt}`,
        ...sources,
        goldenSet: `/goldensets/${golden.id}`,
        chatbot: `/users/me/chatbots?chatbot=${chatbot}`,
        chatbotInbox: `/chatbots/${chatbot}/inbox`,
        modelTag: `/admin/models-crud?model=${llama.defaultModelId}&tag=${llama.defaultModelTagId}`,
        goldenRun: `/goldensets/${golden.id}/runs/${golden.runId}`,
      },
      write: () => write(empty),
    }
  }

  /** Creates a token of the user and one of the organisation; resolves with the id of the latter. */
  async function makeTokens(userId: number): Promise<number> {
    const body = { name: LONG, description: texts.DESCRIPTION, expires: '2096-02-29T23:59:59.000Z' }
    await client.call(contract.apitokens.saveOfUser, { params: { userId }, body })
    const { data } = await client.call(contract.apitokens.saveOfCompany, { params: { companyId: 1 }, body })
    return data.ApiToken?.id ?? 0
  }

  /** Creates two instructions, which the tab uses; resolves with the id of the one with long texts. */
  async function makeCustInsts(tab: number): Promise<number> {
    const make = async (scope: 1 | 2, name: string, content: string) => {
      const body = { name, scope, content, description: texts.DESCRIPTION }
      return (await client.call(contract.custinsts.create, { body })).data.custinst.id
    }
    const custInstWhoId = await make(1, LONG, texts.PROSE)
    const custInstRespondId = await make(2, 'Vergabevermerk', 'Sachlich, ohne Wertungen.')
    const body = { custInstWhoId, custInstRespondId }
    await client.call(contract.tabs.update, { params: { id: tab }, body })
    return custInstWhoId
  }

  /** Saves two prompts; resolves with the id of the one with long texts, labels, placeholders and a second version. */
  async function makePrompts(): Promise<number> {
    const { PromptOutputs } = (await client.call(contract.prompts.outputs)).data
    const outputFormId = PromptOutputs.find(({ name }) => name === 'table')?.id ?? 0
    const name = 'Vergabe'
    const categories = [
      (await client.call(contract.labels.createCategory, { body: { name } })).data.category.id,
    ]
    const tags = [(await client.call(contract.labels.createTag, { body: { name: 'monatlich' } })).data.tag.id]
    const make = async (title: string, prompt: string) => {
      const body = { title, prompt, outputFormId, categories, tags, comment: texts.DESCRIPTION }
      return (await client.call(contract.prompts.create, { body })).data.Prompt.id
    }
    const id = await make(LONG, `${texts.PROSE} {{bieter}} {{frist | type=date}}`)
    const body = { prompt: `${texts.PROSE} {{bieter}} {{frist | type=date required}} {{user_name}}` }
    await client.call(contract.prompts.update, { params: { id }, body })
    await make('Vergabevermerk', 'Formuliere einen sachlichen Absatz zur Eignung des Bieters {{bieter}}.')
    return id
  }

  /** Creates two golden sets and runs the one with long texts twice; resolves with its id and that of the newest run. */
  async function makeGoldenSets(): Promise<{ id: number; runId: number }> {
    const prompts = [
      {
        title: LONG,
        prompt: texts.SECOND,
        checks: [
          { kind: 'contains' as const, text: 'Voltaris' },
          { kind: 'json' as const, schema: '' },
          { kind: 'judge' as const, modelTagId: llama.defaultModelTagId, rule: texts.DESCRIPTION },
        ],
      },
      { title: 'Eignung', prompt: texts.FIRST },
    ]
    const make = async (name: string, description: string) => {
      const body = { name, description, prompts }
      return (await client.call(contract.goldensets.create, { body })).data.GoldenSet.id
    }
    await make('Vergabevermerk', '')
    const id = await make(LONG, texts.DESCRIPTION)
    tell({ text: texts.TABLE })
    const modelTagIds = [llama.defaultModelTagId, defaultsOf('mistral').defaultModelTagId]
    const run = async () => {
      const begun = await client.call(contract.goldensets.begin, { params: { id }, body: { modelTagIds } })
      const runId = begun.data.GoldenRun.id
      let { state } = begun.data.GoldenRun
      while (state === 'running') {
        await setTimeout(100)
        const params = { id, runId }
        state = (await client.call(contract.goldensets.run, { params })).data.GoldenRun.state
      }
      return runId
    }
    await run()
    return { id, runId: await run() }
  }

  /** Creates two chatbots of a tab; resolves with the id of the one with long texts. */
  async function makeChatbots(refProjectTabId: number): Promise<number> {
    const make = async (name: string, description: string) => {
      const body = { name, description, refProjectTabId }
      return (await client.call(contract.chatbots.create, { body })).data.ChatBot
    }
    await make('Vergabevermerk', texts.DESCRIPTION)
    const { id, widget } = await make(LONG, texts.DESCRIPTION)
    const more = {
      title: LONG,
      welcomeMessages: ['Guten Tag. Ich beantworte Fragen zur Vergabe.'],
      firstQuestions: ['Welche Frist gilt?', 'Wer darf bieten?'],
      lang: 'de' as const,
    }
    await client.call(contract.chatbots.update, { params: { id }, body: { widget: { ...widget, ...more } } })
    return id
  }

  /** Creates people with long names and nested groups; resolves with the id of the outermost group. */
  async function makeGroups(): Promise<number> {
    const people: number[] = []
    for (const [index, [firstName, lastName]] of texts.PEOPLE.entries()) {
      const body = {
        firstName,
        lastName,
        email: `person${index}@example.org`,
        roleId: texts.ROLES[index] ?? 4,
      }
      people.push((await client.call(contract.users.create, { body })).data.user.context.id)
    }
    const make = async (contextTypeId: number, name: string, members: readonly number[]) => {
      const assocContexts = members.map((contextId) => ({ contextId }))
      const body = { contextTypeId, name, description: texts.DESCRIPTION, assocContexts }
      return (await client.call(contract.contexts.create, { body })).data.context.id
    }
    const team = await make(3, 'Bereitschaft Störungsmanagement', people.slice(0, 3))
    await make(3, 'Betriebsrat', people.slice(3))
    const unit = await make(2, 'Netz', [team])
    return make(2, LONG, [unit, ...people])
  }

  async function write(tab: number) {
    const begun = Promise.withResolvers<number>()
    tell({ text: texts.PROSE, rate: 400, stall: 30 })
    const payload = { projectTabId: tab, prompt: texts.FIRST, language: 'en' }
    const reading = (async () => {
      for await (const { queryId, event } of ask(client, llama.defaultModelTagId, payload))
        if (event.type === 'text') begun.resolve(queryId)
    })()
    const id = await begun.promise
    return async () => {
      await client.call(contract.answers.stop, { params: { id } })
      await reading
      await client.call(contract.queries.remove, { params: { id }, query: { versions: 'all' } })
    }
  }
}

/** Returns the first words of a text, split as the model server does. */
const words = (text = '', count = 0): string => (text.match(/\s*\S+\s*/g) ?? []).slice(0, count).join('')
