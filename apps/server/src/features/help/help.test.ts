import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openGuide } from '#engines/guide/guide.ts'
import { helpFeature } from './index.ts'

const help = helpFeature({ folders: [join(import.meta.dirname, '../../../static')] })
const guide = openGuide(help)

interface Said {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

async function ask(question: string, language = 'en', asked = guide, before: readonly Said[] = []) {
  let text = ''
  let sources: readonly { title: string; uri: string; quote: string }[] = []
  const request = {
    model: 'guide',
    messages: [...before, { role: 'user' as const, text: question }],
    options: {},
    language,
    signal: AbortSignal.timeout(5_000),
    firstTokenTimeoutMs: 1_000,
    idleTimeoutMs: 1_000,
  }
  for await (const event of asked.chat(request)) {
    if (event.type === 'text') text += event.text
    if (event.type === 'sources') sources = event.sources
  }
  return { text, sources }
}

test.each([
  ['How do I add a tab?', '/help/tabs'],
  ['What are tabs good for?', '/help/tabs'],
  ['how can I rename a project', '/help/chats-and-projects'],
  ['which keyboard shortcut hides the navigation?', '/help/keyboard-shortcuts'],
  ['What does temperature do?', '/help/prompt-options'],
  ['Where do my prompts go with an external model?', '/help/models'],
  ['How do I begin?', '/help/getting-started'],
  ['Which licence does Polylogue have?', '/help/about'],
])('%s is answered from %s', async (question, uri) => {
  const { text, sources } = await ask(question)
  expect(sources[0]?.uri).toMatch(new RegExp(`^${uri}`))
  for (const source of sources) expect(text).toContain(source.quote)
})

test.each([
  ['de', 'Wie füge ich einen Tab hinzu?', 'tabs#tab-hinzufügen'],
  ['de', 'Wie lösche ich ein Projekt?', 'chats-and-projects#projekt-löschen'],
  ['de', 'Wohin gehen meine Prompts bei einem externen Modell?', 'models#wohin'],
  ['de', 'Was bewirkt die Temperatur?', 'prompt-options#temperature'],
  ['de', 'Wie ändere ich die Farbe?', 'themes-and-color-schemes'],
  ['de', 'Wie kann ich einen Chat herunterladen?', 'import-and-export#chat-herunterladen'],
  ['de', 'Was geht beim Neuladen der Seite verloren?', 'getting-started#was-beim-neuladen'],
  ['de', 'Wie wähle ich eine Startseite?', 'startup-options'],
  ['de', 'Wie viele Dateien darf ich anhängen?', 'messages#dateien'],
  ['bg', 'Как да добавя раздел?', 'tabs#добавяне'],
  ['bg', 'Как се изтрива проект?', 'chats-and-projects#изтриване-на-проект'],
  ['bg', 'Какви файлове мога да прикача?', 'messages#прикачване'],
  ['bg', 'Как да сменя цвета?', 'themes-and-color-schemes'],
  ['bg', 'Къде отиват въпросите ми при външен модел?', 'models#къде'],
  ['en', 'How do I compare answers of several models?', 'compare'],
  ['en', 'Can I import my chats from ChatGPT?', 'import-and-export#import'],
  ['en', 'How do I make my own theme?', 'theme-builder'],
  ['en', 'Where do I put our logo and our own files?', 'corporate-branding'],
  ['en', 'How do I sign in from a program?', 'api#sign-in'],
])('quotes the matching section first (%s): %s', async (language, question, uri) => {
  const { text, sources } = await ask(question, language)
  expect(decodeURI(sources[0]?.uri ?? '')).toMatch(new RegExp(`^/help/${uri}`))
  expect(text.split('\n')[0]).toBe(await shortOf(language))
})

/** The page's description of Guide, which Guide uses as well. */
async function shortOf(language: string): Promise<string> {
  const file = join(import.meta.dirname, '../../../../web/src/texts', language, 'models.json')
  const { guide } = JSON.parse(await readFile(file, 'utf8')) as { guide: { short: string } }
  return guide.short
}

test('every topic exists in every language, with the same number of sections', async () => {
  const shape = async (language: string) => {
    const counts = new Map<string, number>()
    for (const { uri } of await help.passages(language)) {
      const topic = /^\/help\/([^#]+)/.exec(uri)?.[1] ?? ''
      counts.set(topic, (counts.get(topic) ?? 0) + 1)
    }
    return [...counts]
  }
  const english = await shape('en')
  expect(english.length).toBeGreaterThan(12)
  expect(await shape('de')).toEqual(english)
  expect(await shape('bg')).toEqual(english)
})

test('the list of topics matches the files of each language, and related topics exist', async () => {
  const folder = join(import.meta.dirname, '../../../static')
  const { topics } = JSON.parse(await readFile(join(folder, 'data/help-routes.json'), 'utf8')) as {
    topics: { name: string; related: string[]; picture?: string }[]
  }
  const names = topics.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, related } of topics) {
    expect(related, name).not.toEqual([])
    expect(
      related.filter((other) => other === name || !names.includes(other)),
      name,
    ).toEqual([])
  }
  const shown = topics.flatMap(({ picture }) => picture ?? [])
  const pictures = ['en', 'de', 'bg'].flatMap((language) =>
    shown.flatMap((name) => ['light', 'dark'].map((theme) => `${name}-${language}-${theme}.png`)),
  )
  // `npm run pictures` takes them.
  expect((await readdir(join(folder, 'pictures'))).toSorted()).toEqual(pictures.toSorted())
  for (const language of ['en', 'de', 'bg']) {
    const files = await readdir(join(folder, 'md', language, 'help'))
    expect(files.toSorted(), language).toEqual([...names, 'index'].map((name) => `${name}.md`).toSorted())
  }
})

test('a topic missing in a language is returned in English, the others in that language', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'polylogue-help-'))
  const topics = { en: ['tabs', 'only'], de: ['tabs'] }
  for (const [language, names] of Object.entries(topics)) {
    await mkdir(join(folder.path, 'md', language, 'help'), { recursive: true })
    for (const name of names)
      await writeFile(
        join(folder.path, 'md', language, 'help', `${name}.md`),
        `# ${name} ${language}\n\nText.\n`,
      )
  }
  const passages = await helpFeature({ folders: [folder.path] }).passages('de')
  expect(passages.map(({ title }) => title)).toEqual(['only en', 'tabs de'])
})

test('says in the requested language that nothing was found, and lists the topics', async () => {
  const { text, sources } = await ask('Zylinderkopfdichtung?')
  expect(sources).toEqual([])
  expect(text).toMatch(/says nothing.*Tabs/s)
  expect((await ask('Zylinderkopfdichtung?', 'de')).text).toMatch(/steht nichts.*Tastenkürzel/s)
})

test('a language without topics gets the English ones', async () => {
  expect((await ask('tab', 'xx')).sources[0]?.uri).toMatch(/^\/help\/tabs/)
})

test.each(['en-US', 'valueOf', '__proto__', '', 'xx'])(
  'answers with the language “%s”, and later English answers are unaffected',
  async (language) => {
    const fresh = openGuide(helpFeature({ folders: [join(import.meta.dirname, '../../../static')] }))
    expect((await ask('which shortcuts hide the navigation?', language, fresh)).sources).not.toEqual([])
    expect(await ask('how can I rename projects', 'en', fresh)).toEqual(
      await ask('how can I rename projects'),
    )
  },
)

test('answers “de-AT” in German', async () => {
  expect(await ask('Wie lösche ich ein Projekt?', 'de-AT')).toEqual(
    await ask('Wie lösche ich ein Projekt?', 'de'),
  )
})

test.each(['en', 'de'])('answers a question of a million letters within 400 ms (%s)', async (language) => {
  const filler = Array.from({ length: 130_000 }, (_, number) => `w${number}`).join(' ')
  await ask('Tab', language)
  const since = performance.now()
  expect((await ask(`Tab ${filler}`.slice(0, 1_000_000), language)).sources).not.toEqual([])
  expect(performance.now() - since).toBeLessThan(400)
})

describe('a follow-up', () => {
  const talk = async (first: string, second: string, language = 'en') => {
    const answer = await ask(first, language)
    const before = [
      { role: 'user', text: first },
      { role: 'assistant', text: answer.text },
    ] as const
    return { first: answer.sources, second: (await ask(second, language, guide, before)).sources }
  }
  const placesOf = (sources: readonly { uri: string }[]) => sources.map(({ uri }) => uri)

  test.each([
    ['en', 'How do I share a project with somebody?', 'And with a whole team?'],
    ['de', 'Wie teile ich ein Projekt mit jemandem?', 'Und mit einem ganzen Team?'],
    ['bg', 'Как да споделя проект с някого?', 'А с целия екип?'],
  ])('is searched together with the previous question (%s)', async (language, first, second) => {
    const alone = placesOf((await ask(second, language)).sources)
    const { second: followed } = await talk(first, second, language)
    expect(placesOf(followed)).not.toEqual(alone)
    expect(placesOf(followed).some((uri) => /project|shar/.test(uri))).toBe(true)
  })

  test('that only asks for more gets passages not quoted yet', async () => {
    const { first, second } = await talk('How do I share a project?', 'Why? And what more is there?')
    expect(second).not.toEqual([])
    expect(placesOf(second).filter((uri) => placesOf(first).includes(uri))).toEqual([])
  })

  test('about another subject ignores the previous question', async () => {
    const second = 'Which keyboard shortcuts hide the navigation sidebar?'
    const { second: followed } = await talk('How do I share a project?', second)
    expect(followed).toEqual((await ask(second)).sources)
    expect((await talk('How do I share a project?', 'zebrafish aquarium')).second).toEqual([])
  })
})
